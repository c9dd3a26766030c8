import { printable } from '../../lib/text.js';
import { pluralize, shorten } from '../output/text.js';
import type { ScannedHost } from './scan.results.js';

const MAX_HOSTS = 20;
const MAX_LISTED_IPS = 5;
const MAX_REASON = 200;

/**
 * Renders a line per host with a remark, that was not allowed or failed (the first of many), and one line for all
 * hosts that did not respond or were not finished. Addresses without a host are counted with the coverage.
 */
export function renderOutcomes(hosts: readonly ScannedHost[]): string[] {
  const withOutcome = (...outcomes: (string | null)[]) =>
    hosts.filter((h) => outcomes.includes(h.outcome) && !h.isUnanswered);
  const others = ['done', 'not_allowed', 'unreachable', 'stopped', null];
  const failed = hosts.filter((h) => !others.includes(h.outcome));
  return [
    ...renderEach(
      withOutcome('done').filter(({ detail }) => detail !== null),
      'remark',
    ),
    ...renderEach(withOutcome('not_allowed'), 'not scanned'),
    ...renderEach(failed, 'failed'),
    ...renderTogether(withOutcome('unreachable'), 'did not respond'),
    ...renderTogether(withOutcome('stopped', null), 'not finished'),
  ];
}

function renderEach(hosts: readonly ScannedHost[], outcome: string): string[] {
  const lines = hosts.slice(0, MAX_HOSTS).map(({ ip, detail, reason }) => {
    const text = shorten(printable(detail ?? reason ?? 'no reason given'), MAX_REASON);
    return `${ip}  ${outcome}: ${text}`;
  });
  const omitted = hosts.length - MAX_HOSTS;
  return omitted > 0 ? [...lines, `and ${pluralize(omitted, 'host')} more ${outcome}`] : lines;
}

function renderTogether(hosts: readonly ScannedHost[], outcome: string): string[] {
  const [first] = hosts;
  if (first === undefined) return [];
  if (hosts.length === 1) return [`${first.ip}  ${outcome}`];
  const ips = hosts.length <= MAX_LISTED_IPS ? `: ${hosts.map((h) => h.ip).join(', ')}` : '';
  return [`${pluralize(hosts.length, 'host')} ${outcome}${ips}`];
}
