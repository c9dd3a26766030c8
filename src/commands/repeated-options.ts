import type { EventEmitter } from 'node:events';
import { InvalidArgumentError, type Command, type Option } from 'commander';
import type { OptionSpec } from './command-spec.js';

/**
 * Returns an option whose value is a list with commas. Given several times, its lists add up. It takes one word:
 * the words that follow are arguments.
 */
export const listOption = (about: string): OptionSpec => ({ about, parse: appendList });

function appendList(text: string, before: string | undefined): string {
  if (before === undefined) return text;
  if (text === '' || before === '') throw new InvalidArgumentError('One of its lists is empty.');
  return `${before},${text}`;
}

/**
 * Makes each option of the program, of all its commands, a usage error if it is given several times with a value, or
 * together with its opposite (`--no-…`). The last one would win otherwise, without a word. Lists add up.
 */
export function rejectRepeatedOptions(program: Command): void {
  const events = program as unknown as EventEmitter; // it is one; its types only have on()
  for (const option of program.options)
    events.prependListener(`option:${option.name()}`, () => rejectRepeated(program, option));
  program.commands.forEach(rejectRepeatedOptions);
}

/** Runs before the value is set: a value of the command line is one that was given before. */
function rejectRepeated(command: Command, option: Option): void {
  const name = option.attributeName();
  if (isList(option) || command.getOptionValueSource(name) !== 'cli') return;
  const before: unknown = command.getOptionValue(name);
  const isFlag = !option.required && !option.optional;
  if (isFlag && before === !option.negate) return; // it says the same again
  const problem =
    isFlag || typeof before === 'boolean'
      ? `option '${option.flags}' contradicts another one: leave one of them out`
      : `option '${option.flags}' is given several times: give it once`;
  command.error(`error: ${problem}`, { code: 'commander.repeatedOption', exitCode: 2 });
}

const isList = (option: Option): boolean => option.variadic || option.parseArg === appendList;
