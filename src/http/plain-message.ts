import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  null: 'null',
};

const nameOf = (type: string): string => TYPES[type] ?? type;

const DEFAULT = /^(?:Invalid (?:input|option)|Too (?:small|big)): /;

/** Returns the message of an issue: that of its schema, or else a sentence in place of zod's own text. */
export function plainMessage(issue: z.core.$ZodIssue): string {
  if (!DEFAULT.test(issue.message)) return issue.message;
  const { code } = issue;
  if (code === 'invalid_type') return typeMessage(issue);
  if (code === 'invalid_value') return valueMessage(issue.values.map(String));
  if (code === 'too_small')
    return limitMessage(issue, Number(issue.minimum), issue.inclusive ? 'at least' : 'more than');
  if (code === 'too_big')
    return limitMessage(issue, Number(issue.maximum), issue.inclusive ? 'at most' : 'less than');
  return issue.message;
}

/** The type that was received is in zod's text only; NaN: a text that is no number. 1.5 is a number, but no integer. */
function typeMessage({ expected, message }: z.core.$ZodIssueInvalidType): string {
  const received = /received (\w+)$/.exec(message)?.[1] ?? 'NaN';
  const isNamed = received in TYPES && !(received === 'number' && expected === 'int');
  const other = received === 'boolean' ? 'a boolean' : nameOf(received);
  return `must be ${nameOf(expected)}${isNamed ? `, not ${other}` : ''}`;
}

const valueMessage = (values: readonly string[]): string =>
  values.length === 1 ? `must be ${values[0] ?? ''}` : `must be one of ${values.join(', ')}`;

const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'item',
};

function limitMessage({ origin }: { origin: string }, limit: number, bound: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${bound} ${limit}`;
  return `must have ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}
