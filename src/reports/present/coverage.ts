import type { CoverageReason, FeedDate } from '../../vulnerabilities/coverage/coverage-part.js';
import type { CoverageCounts } from '../../vulnerabilities/coverage/coverage-counts.js';
import type { CoverageState } from '../../vulnerabilities/coverage/coverage-state.js';
import { coverageText } from '../../vulnerabilities/coverage/coverage.text.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { countText, pluralize } from '../../lib/text.js';
import type { TaskCoverage } from '../diff.js';

const SECONDS_PER_HOUR = 3_600;

/** A gap in the coverage, as reports return it. `hosts`: a number of hosts. */
interface NotCheckedView {
  state: CoverageState;
  reason: CoverageReason | null;
  message: string;
  hosts: number;
}

/** A feed with the date of its data; the name is text in a response. */
type FeedDateView = Omit<FeedDate, 'name'> & { name: string };

/** The coverage of a task in every form of its report. */
export interface CoverageView {
  checked_hosts: number;
  not_checked_hosts: number;
  unanswered_addresses: number;
  coverage: CoverageCounts;
  not_checked: NotCheckedView[];
  feeds: readonly FeedDateView[];
}

/** Returns the coverage of a task, gaps with the most hosts first. */
export const coverageView = ({
  checkedHosts,
  notCheckedHosts,
  parts,
  unansweredAddresses,
  gaps,
  feeds,
}: TaskCoverage): CoverageView => ({
  checked_hosts: checkedHosts,
  not_checked_hosts: notCheckedHosts,
  unanswered_addresses: unansweredAddresses,
  coverage: parts,
  not_checked: gaps
    .map(({ hosts, ...gap }) => ({ ...gap, hosts: hosts.length }))
    .sort((a, b) => b.hosts - a.hosts),
  feeds,
});

/** How far the hosts of a task were checked, as a headline. `isWhole`: nothing was left out. */
interface CoverageHeadline {
  text: string;
  isWhole: boolean;
}

/** Returns `Ports: 4 of 6 hosts checked. Packages: not part of this task.`; null: the task has no host. */
export function coverageHeadline({
  not_checked_hosts,
  coverage,
}: Pick<CoverageView, 'not_checked_hosts' | 'coverage'>): CoverageHeadline | null {
  const text = coverageText(coverage);
  return text === '' ? null : { text, isWhole: not_checked_hosts === 0 };
}

/** Returns `251 addresses did not answer: no host is known there`; null: none of a range. */
export function unansweredText({
  unanswered_addresses: count,
}: Pick<CoverageView, 'unanswered_addresses'>): string | null {
  if (count === 0) return null;
  return `${countText(count, 'address', 'addresses')} did not answer: no host is known there`;
}

/** Returns a line for each gap: `2 hosts: No vulnerability data for Debian 10: run …`. */
export const gapTexts = ({ not_checked }: Pick<CoverageView, 'not_checked'>): string[] =>
  not_checked.map(({ hosts, message }) => `${countText(hosts, 'host')}: ${sentence(message)}`);

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Returns the feeds that took part, with the date and age of their data. @param now Unix seconds */
export const feedsText = ({ feeds }: Pick<CoverageView, 'feeds'>, now: number): string =>
  feeds.length === 0
    ? 'No vulnerability data took part'
    : `Data: ${feeds.map((feed) => feedDateText(feed, now)).join(', ')}`;

/** Returns `osv-debian of 2026-11-20 (2 days old)`; stale data is marked. @param now Unix seconds */
export function feedDateText({ name, data_from, stale }: FeedDateView, now: number): string {
  if (data_from === null) return `${name} (date of the data unknown)`;
  const date = new Date(data_from * 1000).toISOString().slice(0, 10);
  return `${name} of ${date} (${ageText(now - data_from)}${stale ? ', stale' : ''})`;
}

/** Returns `less than an hour old`, `5 hours old`, `3 days old`, `4 years old` for seconds. */
function ageText(seconds: number): string {
  if (seconds < SECONDS_PER_HOUR) return 'less than an hour old';
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const [count, unit] = ageUnit(seconds, days);
  return `${pluralize(count, unit)} old`;
}

function ageUnit(seconds: number, days: number): [number, string] {
  if (days < 1) return [Math.floor(seconds / SECONDS_PER_HOUR), 'hour'];
  return days < 730 ? [days, 'day'] : [Math.floor(days / 365), 'year'];
}
