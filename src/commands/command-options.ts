import { Option, type Command } from 'commander';
import { examplesText, firstExamples } from './command-details.js';
import { rejectCommand } from './help.command.js';
import type { Io } from './output/io.js';

/** Imports the handler of a command; it returns the exit code. */
export type LoadHandler = () => Promise<(options: never, io: Io) => Promise<number>>;

/** Runs the handler of a command with its options. */
type Run = (options: unknown) => Promise<void>;

export interface RunSettings {
  /** the handler reacts to SIGINT and SIGTERM itself, without the signal of its Io */
  handlesSignals?: boolean;
  /** standard output is for programs: it is written as it is */
  printsData?: boolean;
}

/** Returns the action of a command. Its handler is imported when the command runs: `--help` responds at once. */
export type Bind = (load: LoadHandler, settings?: RunSettings) => Run;

/** Adds the options of commands that use a service. */
export function addConnectionOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--url <url>',
        'URL of a running service (default: the one using the data directory, if any)',
      ).env('HOSTWARDEN_URL'),
    )
    .addOption(
      new Option(
        '--token <token>',
        'access token of the service (prefer the variable: others may see options in the process list)',
      ).env('HOSTWARDEN_TOKEN'),
    );
}

/** Adds a command that only has subcommands. Its help has the first example of each of them. */
export function addGroup(
  program: Command,
  name: string,
  description: string,
  subcommands: readonly string[],
): Command {
  const listed = [subcommands.slice(0, -1).join(', '), subcommands.at(-1) ?? '']
    .filter(Boolean)
    .join(' or ');
  return program
    .command(name)
    .description(description)
    .helpCommand(false)
    .usage(`${subcommands.join('|')} [options]`)
    .addHelpText('after', ({ command }) => examplesText(firstExamples(command)))
    .allowExcessArguments()
    .allowUnknownOption() // a mistyped subcommand is named instead of its options
    .action((_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown === 'help') command.help();
      if (unknown !== undefined) rejectCommand(command, unknown, `use ${listed}`);
      command.error(`error: ${name} needs a subcommand; use ${listed}`, {
        code: 'commander.unknownCommand',
        exitCode: 2,
      });
    });
}

// Options that locate the service: a script may pass a variable that is not set.
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['dataDir', 'url', 'token']);

/**
 * Returns the options that a command was called with, including global ones. Empty environment variables count
 * as absent. Any other empty option is an error: the user meant something else than the default.
 */
export function readOptions(command: Command): Record<string, unknown> {
  const options = Object.entries(command.optsWithGlobals());
  for (const [name, value] of options) {
    if (value !== '' || MAY_BE_EMPTY.has(name) || command.getOptionValueSource(name) !== 'cli')
      continue;
    const { long } = command.options.find((o) => o.attributeName() === name) ?? {};
    command.error(`error: option '${long ?? name}' is empty`, {
      code: 'commander.invalidArgument',
      exitCode: 2,
    });
  }
  return Object.fromEntries(options.filter(([, value]) => value !== ''));
}
