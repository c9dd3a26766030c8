import { MAX_HOLDERS, type OldCode, type OldCodeHolder } from '../old-code.js';
import type { Parsed } from '../inventory.js';
import { field, lines, parseWholeNumber } from './text.js';

const MAX_LENGTH = 65_536;

/**
 * Parses the processes that run code of replaced files, as the collector found them: `looked <seconds> <seen>
 * <not seen>`, `outdated`, `old` and `unowned` with tab-separated values, and `more`. Without the first one,
 * nothing was inspected, which is not the same as no result.
 */
export function parseOldCode(text: string): Parsed<OldCode | null> {
  const holders: OldCodeHolder[] = [];
  const warnings: string[] = [];
  let unseen: number | null = null;
  let isWhole = false;
  let isOutdated = false;
  let hasUnowned = false;
  let isRead = false;
  for (const line of lines(text.slice(0, MAX_LENGTH))) {
    const words = line.split('\t');
    const look = /^looked \d{9,11} (\d{1,7}) (\d{1,7}|unknown)$/.exec(line);
    if (look) {
      isRead = true;
      unseen = parseWholeNumber(look[2]);
      isWhole = unseen === 0;
    } else if (line === 'outdated') isOutdated = true;
    else if (line === 'more') isWhole = false;
    else if (words[0] === 'old' || words[0] === 'unowned') {
      const holder = readHolder(words);
      if (holder === null || holders.length >= MAX_HOLDERS) isWhole = false;
      else holders.push(holder);
      hasUnowned ||= words[0] === 'unowned';
    }
  }
  if (text.length > MAX_LENGTH) isWhole = false;
  if (!isRead) return { value: null, warnings: ['no inspection of the processes in it'] };
  const seen = isWhole ? 'whole' : 'partly';
  const look = isOutdated ? 'outdated' : seen;
  return { value: { look, unseen, has_unowned: hasUnowned, holders }, warnings };
}

/** `old`, package, architecture, unit, user, program, number of processes; `-`: none */
function readHolder([
  word,
  name,
  architecture,
  unit,
  user,
  program,
  count,
]: readonly string[]): OldCodeHolder | null {
  const processes = parseWholeNumber(count);
  const packageName = known(name);
  if (processes === null || (word === 'old' && packageName === null)) return null;
  return {
    package: word === 'old' ? packageName : null,
    architecture: known(architecture),
    unit: known(unit),
    user: known(user),
    program: known(program),
    processes,
  };
}

const known = (text: string | undefined): string | null => {
  const value = field(text, 100);
  return value === '-' ? null : value;
};
