// cspell:ignore Ifolder Icommand Iargument
import type { DocumentedCommand } from './tree.js';

/** Returns the manual page man/hostwarden.1, in the macros of man(7). */
export function renderManual(commands: readonly DocumentedCommand[], version: string): string {
  return [
    '.\\" Generated from the commands: npx vitest run --project unit tests/commands/documentation.test.ts -u',
    `.TH HOSTWARDEN 1 "" "hostwarden ${version}" "User Commands"`,
    '.SH NAME',
    'hostwarden \\- scan networks, inventory hosts, and report what changed',
    '.SH SYNOPSIS',
    '.B hostwarden',
    '[\\fB\\-\\-data\\-dir\\fR \\fIfolder\\fR] \\fIcommand\\fR [\\fIargument\\fR ...]',
    '.SH DESCRIPTION',
    paragraph(
      'Without a command, the service is run. A list is a table on a terminal, and lines with tabs in a pipe.',
    ),
    '.SH COMMON OPTIONS',
    ...COMMON.flatMap(([flags, text]) => item(flags, text)),
    '.SH COMMANDS',
    ...commands.flatMap(renderCommand),
    '.SH EXIT STATUS',
    ...STATUS.flatMap(([code, text]) => item(code, text)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, text]) => item(name, text)),
    '.SH FILES',
    ...FILES.flatMap(([name, text]) => item(name, text)),
    '',
  ].join('\n');
}

const COMMON = [
  ['--data-dir <folder>', 'data directory'],
  ['--url <url>', 'URL of a running service (default: the one using the data directory, if any)'],
  ['--token <token>', 'access token of the service; prefer HOSTWARDEN_TOKEN'],
  ['--json', 'print JSON; on every command that prints data'],
  ['-h, --help', 'print the help of a command'],
] as const;
const STATUS = [
  ['0', 'success'],
  ['1', 'failed; of --wait: the task failed or was stopped'],
  ['2', 'wrong usage or configuration'],
  ['3', '--fail-on: a finding of at least this severity'],
  ['4', '--fail-on: no such finding, but something was not checked'],
  ['130', 'interrupted'],
] as const;
const ENVIRONMENT = [
  ['HOSTWARDEN_URL, HOSTWARDEN_TOKEN', 'as --url and --token'],
  ['DATA_DIR', 'as --data-dir'],
  ['NO_COLOR', 'print no colors'],
] as const;
const FILES = [
  ['/var/lib/hostwarden', 'data directory of root'],
  ['~/.local/share/hostwarden', 'data directory of other users'],
  ['.env', 'settings of the service, in the working directory'],
] as const;

const renderCommand = ({
  usage,
  description,
  details,
  ...command
}: DocumentedCommand): string[] => [
  `.SS ${escape(usage)}`,
  paragraph(`${description.charAt(0).toUpperCase()}${description.slice(1)}.`),
  ...(details.note === undefined ? [] : ['.PP', paragraph(details.note)]),
  ...command.arguments
    .filter((a) => a.description !== '')
    .flatMap((a) => item(a.name, a.description)),
  ...command.options.flatMap(({ flags, description: text }) => item(flags, text)),
  '.PP',
  details.examples.length === 1 ? 'Example:' : 'Examples:',
  '.PP',
  '.nf',
  '.RS 4',
  ...details.examples.map((example) => paragraph(`hostwarden ${example}`)),
  '.RE',
  '.fi',
];

const item = (term: string, text: string): string[] => [
  '.TP',
  `\\fB${escape(term)}\\fR`,
  paragraph(text),
];

const paragraph = (text: string): string => escape(text).replace(/^([.'])/, '\\&$1');

/** Escapes what groff reads as a request, an escape or a hyphen. */
const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha');
