import { mapBy } from '../../lib/collections.js';
import { pluralize, printable, shorten } from '../../lib/text.js';
import type { ScannedHost } from './scan.results.js';

const MAX_LINES = 20;
const MAX_LISTED_IPS = 5;
const MAX_REASON = 200;

/**
 * Renders a line per reason of hosts with a remark, that were not allowed or failed (the first of many), and one line
 * for all hosts that did not respond or were not finished. Addresses without a host are counted with the coverage.
 */
export function renderOutcomes(hosts: readonly ScannedHost[]): string[] {
  const withOutcome = (...outcomes: (string | null)[]) =>
    hosts.filter((h) => outcomes.includes(h.outcome) && !h.isUnanswered);
  const others = ['done', 'not_allowed', 'unreachable', 'stopped', null];
  const failed = hosts.filter((h) => !others.includes(h.outcome));
  return [
    ...renderReasons(
      withOutcome('done').filter(({ detail }) => detail !== null),
      ['remark', 'with a remark'],
    ),
    ...renderReasons(withOutcome('not_allowed'), ['not scanned', 'not scanned']),
    ...renderReasons(failed, ['failed', 'failed']),
    ...renderTogether(withOutcome('unreachable'), 'did not respond'),
    ...renderTogether(withOutcome('stopped', null), 'not finished'),
  ];
}

/** @param words the outcome of one host, and of several */
function renderReasons(
  hosts: readonly ScannedHost[],
  [ofOne, ofMany]: readonly [string, string],
): string[] {
  const groups = [...mapBy(hosts, reasonOfMany)];
  const lines = groups.slice(0, MAX_LINES).flatMap(([reason, some]) => {
    const [first] = some;
    if (first && some.length === 1) return [`${first.ip}  ${ofOne}: ${reasonOf(first)}`];
    return renderTogether(some, ofMany).map((line) => `${line}: ${reason}`);
  });
  const omitted = groups.slice(MAX_LINES).flatMap(([, some]) => some).length;
  return omitted > 0 ? [...lines, `and ${pluralize(omitted, 'host')} more ${ofMany}`] : lines;
}

const reasonOf = ({ detail, reason }: ScannedHost): string =>
  shorten(printable(detail ?? reason ?? 'no reason given'), MAX_REASON);

/** Returns the reason without the address of its host: 254 hosts of a network may have the same. */
const reasonOfMany = (host: ScannedHost): string =>
  reasonOf(host)
    .split(' ')
    .map((word) => (word === host.ip ? 'the address' : word))
    .join(' ');

function renderTogether(hosts: readonly ScannedHost[], outcome: string): string[] {
  const [first] = hosts;
  if (first === undefined) return [];
  if (hosts.length === 1) return [`${first.ip}  ${outcome}`];
  const ips = hosts.length <= MAX_LISTED_IPS ? `: ${hosts.map((h) => h.ip).join(', ')}` : '';
  return [`${pluralize(hosts.length, 'host')} ${outcome}${ips}`];
}
