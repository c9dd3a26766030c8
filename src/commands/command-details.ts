import type { Command } from 'commander';

/** Details of a command for the help, the manual page and the documentation, beyond its options. */
export interface CommandDetails {
  /** command lines that work as they are, without the program's name */
  examples: readonly string[];
  /** what the options do not say */
  note?: string;
  /** what `--json` prints: the name of a schema of the HTTP API, with `[]` for a list */
  json?: string;
}

const detailsByCommand = new WeakMap<Command, CommandDetails>();

/** Adds examples to the help of a command, and the option `--json` if it prints data. Returns the command. */
export function addDetails(command: Command, details: CommandDetails): Command {
  detailsByCommand.set(command, details);
  const hasJson = command.options.some(({ long }) => long === '--json');
  if (details.json !== undefined && !hasJson) command.option('--json', 'print JSON');
  const note = details.note === undefined ? '' : `\n${details.note}\n`;
  return command.addHelpText('after', `${note}${examplesText(details.examples)}`);
}

/** Returns the part of a help that shows examples. */
export const examplesText = (examples: readonly string[]): string =>
  ['\nExamples:', ...examples.map((example) => `  hostwarden ${example}`)].join('\n');

/** Returns the first example of each subcommand. */
export const firstExamples = (command: Command): string[] =>
  command.commands.flatMap((subcommand) => detailsOf(subcommand)?.examples.slice(0, 1) ?? []);

/**
 * Returns the details that were added to a command; undefined: none.
 * @internal
 */
export const detailsOf = (command: Command): CommandDetails | undefined =>
  detailsByCommand.get(command);
