import { formatCount } from '../../lib/text.js';
import type { CoverageCounts, PartCounts } from './coverage-counts.js';
import type { ProductCount } from './product-counts.js';
import { checkedState, type PartState, type PartStates } from './coverage-state.js';

/** Both parts with their names in texts. */
const PARTS = [
  ['packages', 'Packages'],
  ['services', 'Ports'],
] as const;

/** Returns `Packages: 9 of 11 hosts checked. Ports: 11 of 11 hosts checked.`; empty without hosts. */
export function coverageText(counts: CoverageCounts): string {
  const isPart = ([part]: (typeof PARTS)[number]): boolean => hostsOf(counts[part]) > 0;
  const texts = PARTS.filter(isPart).map(([part, name]) => `${name}: ${countsText(counts[part])}.`);
  const others = PARTS.filter((part) => !isPart(part) && counts[part[0]].not_applicable > 0);
  return [...texts, ...others.map(([, name]) => `${name}: not part of this task.`)].join(' ');
}

/** Returns the number of hosts that a part applies to. */
const hostsOf = ({ matched, partly, not_matched }: PartCounts): number =>
  matched + partly + not_matched;

function countsText(counts: PartCounts): string {
  const total = hostsOf(counts);
  const noun = total === 1 ? 'host' : 'hosts';
  const partly = counts.partly > 0 ? `, ${formatCount(counts.partly)} partly` : '';
  return `${formatCount(counts.matched)} of ${formatCount(total)} ${noun} checked${partly}`;
}

/** Returns the parts that were to be checked: `ports`, `packages`, or `packages and ports`. */
export const collectedParts = (counts: CoverageCounts): string =>
  PARTS.filter(([part]) => hostsOf(counts[part]) > 0)
    .map(([, name]) => name.toLowerCase())
    .join(' and ');

const PLACES = { packages: 'in packages', services: 'at ports' } as const;

/** Returns where findings were looked for: `at ports`, `in packages`, or `in packages and at ports`. */
export const checkedPlaces = (counts: CoverageCounts): string =>
  PARTS.filter(([part]) => hostsOf(counts[part]) > 0)
    .map(([part]) => PLACES[part])
    .join(' and ');

/** Returns a sentence for each program with CVEs that have no product data. */
export const productCountTexts = (counts: readonly ProductCount[] = []): string[] =>
  counts
    .filter(({ without_data }) => without_data > 0)
    .map(
      ({ name, cves, without_data: missing }) =>
        `Of ${formatCount(cves)} ${cves === 1 ? 'CVE' : 'CVEs'} of the last 12 months that ` +
        `${cves === 1 ? 'names' : 'name'} ${name}, ${formatCount(missing)} ` +
        `${missing === 1 ? 'has' : 'have'} no product data.`,
    );

/** Returns `Packages: no inventory. Ports: checked.` for a host; a part that does not apply is left out. */
export const hostCoverageText = (coverage: PartStates): string =>
  PARTS.filter(([part]) => coverage[part].state !== 'not_applicable')
    .map(([part, name]) => `${name}: ${partText(part, coverage[part])}.`)
    .join(' ');

const NOT_COLLECTED = { packages: 'no inventory', services: 'not scanned' } as const;

/** Returns what was checked of one part of a host: `checked`, `partly checked`, `no inventory`. */
function partText(part: keyof PartStates, { state, reason }: PartState): string {
  if (state === 'matched') return 'checked';
  if (state === 'partly') return 'partly checked';
  return reason === 'not_collected' ? NOT_COLLECTED[part] : 'not checked';
}

/** Returns how far a host was checked for a cell: `checked`, `partly: ports only`, `packages checked`. */
export function partWords(coverage: PartStates): string {
  const parts = PARTS.map(([part, name]) => ({
    name: name.toLowerCase(),
    state: coverage[part].state,
  }));
  const applied = parts.filter(({ state }) => state !== 'not_applicable');
  const [only] = applied;
  const state = checkedState(coverage);
  if (state === 'not_checked') return 'not checked';
  if (applied.length === 1 && only)
    return `${only.name} ${state === 'partly' ? 'partly ' : ''}checked`;
  if (state === 'checked') return 'checked';
  const [whole, second] = applied.filter((part) => part.state !== 'not_matched');
  if (second === undefined && whole?.state === 'matched') return `partly: ${whole.name} only`;
  return 'partly checked';
}
