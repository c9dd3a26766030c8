import type { Json } from '../openapi.js';
import { renderObjects } from './objects.js';
import { escapeCell } from './text.js';
import type { DocumentedCommand } from './tree.js';

const INTRODUCTION = `# Commands

<!-- Generated from the commands: npx vitest run --project unit tests/commands/documentation.test.ts -u -->

Every command has \`--help\` with examples. A host is named by its id, its IP address or its name;
a group, a template, a credential and a channel by its id or name; a task by its id or number.

**Service.** A command uses the service at \`HOSTWARDEN_URL\` (\`--url\`) with the token in
\`HOSTWARDEN_TOKEN\` (\`--token\`, which other users may see in the process list). Without them, it
uses the service that runs on the data directory (\`--data-dir\`, \`DATA_DIR\`), and without one it
opens the directory itself.

**Output.** A list is a table on a terminal, which fits its width; a long text that does not fit is
below its row. In a pipe a list is a heading and one line for each item, with tabs between full
values, and times in UTC (\`2027-01-31T02:30:00Z\`). The reports of \`scan\`, \`diff\`, \`report\` and
\`status\` are text for people, in a pipe without colors and without a width: a mail of a nightly run
reads like the terminal. For programs, \`--format csv\` of \`diff\` and \`report\` has a line for each
finding, \`-oX -\` of \`scan\` is the XML of nmap, and \`--json\` prints what the HTTP API returns in
\`data\`; the [objects](#json) are below. Messages and progress are on standard error. Colors need a
terminal and respect \`NO_COLOR\`; with \`TERM=dumb\` nothing is redrawn, and without a UTF-8 locale
a terminal gets ASCII.

**Exit codes.** 0: success. 1: failed; of \`--wait\`: the task failed or was stopped, except by this very
\`task stop\`. 2: wrong usage or configuration. 3 and 4: \`--fail-on\`, see
[getting started](getting-started.md). 130: interrupted.

**Repeated options.** Options that take lists add up when they are repeated. An option with one value
that is given twice, or together with its opposite (\`--no-…\`), is wrong usage.

**Waiting.** \`template run\`, \`template create --run\` and \`task stop\` return at once, and with \`--wait\` at
the end of the task. \`scan\`, \`agent\` and \`feed update\` always wait, and accept \`--wait\` for scripts that
pass it. Without a running service nothing would continue the work: every command waits, and a command
that starts no task leaves interrupted tasks as they are.

**Completion.** \`source <(hostwarden completion bash)\` completes commands, options and names in this
shell; \`hostwarden completion --help\` says where the scripts of bash, zsh and fish belong. For an
alias, zsh needs \`setopt complete_aliases\`.

**Lists of hosts.** \`host import\` recognizes the format by the content: the XML of nmap; CSV, if the
first line has a heading \`ip\` or \`address\` (further ones: \`name\`, \`description\`, \`group\`; also with
\`;\` or tabs; several groups in one field are separated by \`;\` or \`|\`); otherwise an IP address on
each line, and after a space a name. Wrong lines are reported with their numbers, and the others are
imported; then the exit code is 1. Hosts that exist keep their names.
`;

const JSON_INTRODUCTION = `## JSON

The objects that \`--json\` prints, with their fields, and the objects within them. Later versions may
add fields. \`a.b\` is the field \`b\` of the object \`a\`, \`a[].b\` that of each object in the list \`a\`,
and \`a.*\` each value of an object with any field names.
`;

/** Returns the page docs/commands.md. @param schemas of the HTTP API, by name */
export function renderMarkdown(
  commands: readonly DocumentedCommand[],
  schemas: Readonly<Record<string, Json>>,
): string {
  const names = jsonNames(commands).filter((name) => name in schemas);
  return [
    INTRODUCTION,
    ...commands.map(renderCommand),
    JSON_INTRODUCTION,
    ...renderObjects(names, schemas),
  ].join('\n');
}

/** Returns the names of objects in `--json` of all commands. */
export const jsonNames = (commands: readonly DocumentedCommand[]): string[] =>
  [...new Set(commands.flatMap(({ details }) => details.json?.match(/\b[A-Z]\w+/g) ?? []))].sort();

function renderCommand({
  path,
  usage,
  description,
  details,
  ...command
}: DocumentedCommand): string {
  const rows = [
    ...command.arguments.map(({ name, description: text }) => [name, text]),
    ...command.options.map(({ flags, description: text }) => [flags, text]),
  ];
  return [
    `## ${path}`,
    capitalize(escapeCell(description)) + '.',
    ...(details.note === undefined ? [] : [details.note]),
    [
      '```console',
      `$ ${usage}`,
      ...details.examples.map((example) => `$ hostwarden ${example}`),
      '```',
    ].join('\n'),
    ...(rows.length === 0 ? [] : [renderTable(rows)]),
    ...(details.json === undefined ? [] : [`\`--json\`: ${linkNames(details.json)}`]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const renderTable = (rows: readonly string[][]): string =>
  [
    '| argument or option | meaning |',
    '| --- | --- |',
    ...rows.map(
      ([name = '', text = '']) => `| \`${name.replaceAll('|', '\\|')}\` | ${escapeCell(text)} |`,
    ),
  ].join('\n');

const linkNames = (text: string): string =>
  text.replace(
    /\b([A-Z]\w+)(\[\])?/g,
    (_match, name: string, list: string | undefined) =>
      HAND_WRITTEN[name] ??
      `[${name}](#${name.toLowerCase()})${list === undefined ? '' : ' (list)'}`,
  );

/** Objects that the HTTP API does not have. */
export const HAND_WRITTEN: Readonly<Record<string, string>> = {
  ScanResult:
    'the task with its hosts, services and findings, and `since`, see [getting started](getting-started.md)',
  Event:
    'an event, as `/ws/events` sends it; without `seq` if it is the state of a task that was read',
};
