import type { Json } from '../openapi.js';
import type { DocumentedCommand } from './tree.js';

const INTRODUCTION = `# Commands

<!-- Generated from the commands: npx vitest run --project unit tests/commands/documentation.test.ts -u -->

Every command has \`--help\` with examples. A host is named by its id, its IP address or its name;
a group, a template, a credential and a channel by its id or name; a task by its id or number.

**Service.** A command uses the service at \`--url\` (\`HOSTWARDEN_URL\`) with \`--token\`
(\`HOSTWARDEN_TOKEN\`). Without them, it uses the service that runs on the data directory
(\`--data-dir\`, \`DATA_DIR\`), and without one it opens the directory itself.

**Output.** A list is a table on a terminal, which fits its width; a long text that does not fit is
below its row. In a pipe a list is a heading and one line for each item, with tabs between full
values, and times in UTC (\`2027-01-31T02:30:00Z\`). The reports of \`scan\`, \`diff\`, \`report\` and
\`status\` are text for people, in a pipe without colors and without a width: a mail of a nightly run
reads like the terminal. For programs, \`--format csv\` of \`diff\` and \`report\` has a line for each
finding, \`-oX -\` of \`scan\` is the XML of nmap, and \`--json\` prints what the HTTP API returns in
\`data\`; the [objects](#json) are below. Messages and progress are on standard error. Colors need a
terminal and respect \`NO_COLOR\`; with \`TERM=dumb\` nothing is redrawn, and without a UTF-8 locale
a terminal gets ASCII.

**Exit codes.** 0: success. 1: failed; of \`--wait\`: the task failed or was stopped. 2: wrong usage or
configuration. 3 and 4: \`--fail-on\`, see [getting started](getting-started.md). 130: interrupted.

**Completion.** \`source <(hostwarden completion bash)\` completes commands, options and names in this
shell; \`hostwarden completion --help\` says where the scripts of bash, zsh and fish belong.

**Lists of hosts.** \`host import\` recognizes the format by the content: the XML of nmap; CSV, if the
first line has a heading \`ip\` or \`address\` (further ones: \`name\`, \`description\`, \`group\`; also with
\`;\` or tabs; several groups in one field are separated by \`;\` or \`|\`); otherwise an IP address on
each line, and after a space a name. Wrong lines are reported with their numbers, and the others are
imported; then the exit code is 1. Hosts that exist keep their names.
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
    '## JSON\n\nThe objects that `--json` prints, with their fields. Later versions may add fields.\n',
    ...names.map((name) => renderSchema(name, schemas[name] ?? {})),
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

const escapeCell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('*', '\\*');

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
  Event: 'an event, as `/ws/events` sends it',
};

function renderSchema(name: string, { properties = {} }: Json): string {
  const lines = Object.entries(properties as Record<string, Json>).map(
    ([field, schema]) => `| \`${field}\` | ${typeText(schema)} | ${descriptionOf(schema)} |`,
  );
  return [
    `### ${name}`,
    ['| field | type | meaning |', '| --- | --- | --- |', ...lines].join('\n'),
    '',
  ].join('\n\n');
}

const descriptionOf = ({ description }: Json): string =>
  typeof description === 'string' ? escapeCell(description) : '';

/** `integer`, `text or null`, `list of Finding` */
function typeText(schema: Json): string {
  const {
    $ref,
    type,
    items,
    anyOf,
    enum: values,
  } = schema as {
    $ref?: string;
    type?: string | string[];
    items?: Json;
    anyOf?: Json[];
    enum?: unknown[];
  };
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' or ');
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (items) return `list of ${typeText(items)}`;
  return [type ?? 'any']
    .flat()
    .map((t) => (t === 'string' ? 'text' : t))
    .join(' or ');
}
