import { addressAt, singleAddress, type AddressRange } from '../../pentest/address-ranges.js';
import { MAX_RANGES } from '../../pentest/pentest.params.js';
import type { TargetText } from './targets.input.js';
import { parseExclusion } from './targets.parse.js';
import type { TargetHost } from './targets.js';

/**
 * Returns the targets that are ranges, without the addresses that are targets as well: without an answer, those
 * were not checked, whereas an address of a range may have no host. At most as many as a task takes.
 */
export function searchedRanges(
  targets: readonly TargetText[],
  hosts: readonly TargetHost[],
): string[] {
  const parsed = [...new Set(targets.map(({ text }) => text))].flatMap((text) => {
    const range = parseExclusion(text);
    return range.kind === 'range' ? [{ text, range }] : [];
  });
  const isSingle = ({ first, last }: AddressRange): boolean => first === last;
  const single = [
    ...hosts.filter(({ name }) => name !== null).map(({ ip }) => singleAddress(ip)),
    ...parsed.map(({ range }) => range).filter(isSingle),
  ].map(({ first }) => first);
  return parsed
    .filter(({ range }) => !isSingle(range))
    .flatMap(({ text, range }) => splitRange(text, range, single))
    .slice(0, MAX_RANGES);
}

/** Returns a range without some addresses, as the texts of what remains. */
function splitRange(text: string, range: AddressRange, without: readonly bigint[]): string[] {
  const inside = [...new Set(without)]
    .filter((address) => address >= range.first && address <= range.last)
    .sort((a, b) => (a < b ? -1 : 1));
  if (inside.length === 0) return [text];
  const ends = [...inside, range.last + 1n];
  return ends
    .map((end, i) => ({ first: (inside[i - 1] ?? range.first - 1n) + 1n, last: end - 1n }))
    .filter(({ first, last }) => first <= last)
    .map(({ first, last }) => `${addressAt(first)}-${addressAt(last)}`);
}
