import type { ScannedHost } from './scan.results.js';
import { pluralize, printable, shorten } from '../output/text.js';

const MOST_NAMED = 20;

/** One line for each host that was refused or failed (the first of many), and one for all that did not answer or were not finished. */
export function outcomeLines(hosts: readonly ScannedHost[]): string[] {
  const of = (...outcomes: (string | null)[]) => hosts.filter((h) => outcomes.includes(h.outcome));
  return [
    ...named(of('not_allowed'), 'not scanned'),
    ...named(
      hosts.filter(
        (h) => !['done', 'not_allowed', 'unreachable', 'stopped', null].includes(h.outcome),
      ),
      'failed',
    ),
    ...counted(of('unreachable'), 'did not answer'),
    ...counted(of('stopped', null), 'not finished'),
  ];
}

function named(hosts: readonly ScannedHost[], what: string): string[] {
  const lines = hosts
    .slice(0, MOST_NAMED)
    .map(
      (h) =>
        `${h.ip}  ${what}: ${shorten(printable(h.detail ?? h.reason ?? 'no reason was given'), 200)}`,
    );
  return hosts.length > MOST_NAMED
    ? [...lines, `and ${pluralize(hosts.length - MOST_NAMED, 'host')} more ${what}`]
    : lines;
}

function counted(hosts: readonly ScannedHost[], what: string): string[] {
  if (hosts.length === 0) return [];
  if (hosts.length === 1) return [`${hosts[0]?.ip ?? ''}  ${what}`];
  return [
    `${pluralize(hosts.length, 'host')} ${what}${hosts.length <= 5 ? `: ${hosts.map((h) => h.ip).join(', ')}` : ''}`,
  ];
}
