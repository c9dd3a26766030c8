import { pluralize } from '../lib/text.js';
import type { ClockJump } from './jumps.js';

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** Returns the description of a jump for a person. */
export function describeJump({ seconds, lag }: Pick<ClockJump, 'seconds' | 'lag'>): string {
  const size = durationText(Math.abs(seconds));
  if (seconds < 0)
    return `The clock was set back by ${size}. Plans for the earlier time are made again.`;
  const effect = lag > 0 ? ' Nothing is deleted because of it.' : '';
  return `The clock jumped ahead by ${size}: it was set, or the service did not run.${effect}`;
}

/** Returns a duration in its largest unit, rounded: `366 days`. */
function durationText(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 'second'];
  return pluralize(Math.round(seconds / size), name);
}
