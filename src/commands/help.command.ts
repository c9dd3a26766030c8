import { CommanderError, Option, type Command } from 'commander';
import { addDetails } from './command-details.js';
import { closestMatch, didYouMean } from '../lib/closest-match.js';
import { VERSION } from '../version.js';

/** Adds the commands `help` and `version`, and the options of the version. */
export function addHelp(program: Command): void {
  program.version(VERSION, '-V, --version', 'print the version (also -v)');
  // One option has one short form: the second form is another option.
  program.addOption(new Option('-v').hideHelp()).on('option:v', () => printVersion(program));
  const help = program
    .command('help')
    .description('print the help of a command: help scan, help feed import')
    .argument('[command...]')
    .action((words: string[]) => findCommand(program, words).help());
  addDetails(help, { examples: ['help', 'help feed import'] });
  const version = program
    .command('version')
    .description('print the version')
    .action(() => printVersion(program));
  addDetails(version, { examples: ['version'] });
}

function printVersion(program: Command): never {
  program.configureOutput().writeOut?.(`${VERSION}\n`);
  throw new CommanderError(0, 'commander.version', VERSION);
}

/** Returns the command that words name: `feed import`. Ends with a usage error for an unknown one. */
function findCommand(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((c) => c.name() === word);
    if (next === undefined) return rejectCommand(command, word, 'see "hostwarden --help"');
    command = next;
  }
  return command;
}

/**
 * Ends with the usage error of an unknown command, and the one that was probably meant.
 * @param hint what to do if no name is alike
 */
export function rejectCommand(parent: Command, word: string, hint: string): never {
  const group = parent.parent === null ? '' : ` of ${parent.name()}`;
  const noun = parent.parent === null ? 'command' : 'subcommand';
  const names = parent.commands.map((c) => c.name());
  parent.error(
    `error: ${JSON.stringify(word)} is not a ${noun}${group}${didYouMean(word, names) || `; ${hint}`}`,
    { code: 'commander.unknownCommand', exitCode: 2 },
  );
}

/** The parts of a command that its types do not have. */
interface OptionParser {
  unknownOption: (flag: string) => void;
  _allowUnknownOption: boolean;
}

/**
 * Makes the usage error of an unknown option name the one that was probably meant, of all commands: also one that
 * starts with what was typed, which the library does not suggest.
 */
export function suggestOptions(command: Command, inherited: readonly string[] = []): void {
  const own = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const known = [...own, ...inherited];
  const parser = command as unknown as OptionParser;
  const report = parser.unknownOption.bind(command);
  parser.unknownOption = (flag) => {
    const [name = ''] = flag.split('=');
    const meant = name.startsWith('--') ? closestMatch(name, known) : null;
    if (parser._allowUnknownOption || meant === null) report(flag);
    else
      command.error(`error: unknown option '${flag}'\n(Did you mean ${meant}?)`, {
        code: 'commander.unknownOption',
        exitCode: 2,
      });
  };
  for (const subcommand of command.commands) suggestOptions(subcommand, known);
}
