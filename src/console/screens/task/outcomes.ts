import type { OutcomePart } from '../../../pictures/small-pictures.js';

/** The outcomes of a host, the good one first and those that need something last; `waiting`: none yet. */
const ORDER = [
  'done',
  'waiting',
  'unreachable',
  'stopped',
  'no_agent',
  'agent_offline',
  'no_import',
  'not_allowed',
  'auth_failed',
  'timeout',
  'bad_data',
  'failed',
] as const;

/** The colors of the bar; the other outcomes have that of `failed`. */
const KINDS: Readonly<Record<string, string>> = {
  done: 'done',
  waiting: 'waiting',
  unreachable: 'unreachable',
  stopped: 'skipped',
  no_agent: 'skipped',
  agent_offline: 'unreachable',
  no_import: 'skipped',
};

/** Returns an outcome in words. */
export const outcomeText = (outcome: string): string =>
  outcome === 'waiting' ? 'not finished' : outcome.replaceAll('_', ' ');

/** Returns the parts of the bar of outcomes from the number of hosts by outcome. */
export function outcomeParts(counts: Readonly<Record<string, number>>): OutcomePart[] {
  const known: readonly string[] = ORDER;
  const names = [...known, ...Object.keys(counts).filter((name) => !known.includes(name))];
  return names.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [{ name: outcomeText(name), kind: KINDS[name] ?? 'failed', count }];
  });
}

/** Returns the choices of the filter by outcome, each with its number of hosts. */
export const outcomeOptions = (
  counts: Readonly<Record<string, number>>,
): (readonly [value: string, label: string])[] =>
  ORDER.filter((name) => (counts[name] ?? 0) > 0).map((name) => [
    name,
    `${outcomeText(name)} (${counts[name] ?? 0})`,
  ]);
