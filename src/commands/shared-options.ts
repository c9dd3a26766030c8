import { InvalidArgumentError } from 'commander';
import { SEVERITIES } from '../knowledge/records.js';
import type { OptionSpec, OptionSpecs } from './command-spec.js';

/** Returns the option that turns findings into an exit code. @param condition `the task has an open finding` */
export const failOn = (condition: string): OptionSpecs => ({
  '--fail-on <severity>': {
    about: `exit with 3 if ${condition} of at least this severity, else with 4 if something was not checked`,
    choices: SEVERITIES,
  },
});

/** The `--wait` of commands that wait in any case: one form fits all commands. */
export const WAIT: OptionSpecs = { '--wait': 'wait for the end (this command always waits)' };

/** Returns the option that limits a list. @param byDefault `all` */
export const limit = (byDefault: string): OptionSpecs => ({
  '--limit <n>': { about: `at most this many (default: ${byDefault})`, parse: parseLimit },
});

function parseLimit(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return text;
}

/** Returns a number from 1 to 1000 as text. Throws InvalidArgumentError. */
export function parseThousand(text: string): string {
  if (!/^[1-9]\d{0,2}$|^1000$/.test(text))
    throw new InvalidArgumentError('It must be between 1 and 1000.');
  return text;
}

/** Returns an option whose value is a date or a time; the handler gets Unix seconds as text. */
export const timeOption = (about: string): OptionSpec => ({ about, parse: parseTime });

function parseTime(text: string): string {
  const seconds = Math.floor(Date.parse(text) / 1000);
  if (Number.isNaN(seconds) || seconds < 0)
    throw new InvalidArgumentError('It must be a date like 2027-01-31 or 2027-01-31T08:00:00Z.');
  return String(seconds);
}
