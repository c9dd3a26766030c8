import { SEVERITIES } from '../../knowledge/records.js';
import { pluralize, printable, shorten } from '../../lib/text.js';
import type { SelectedFinding } from '../../reports/selections.js';
import type { ConditionEvent, NotificationEvent } from '../events.js';
import type { MessageSummary } from './message.js';

const MAX_NAME = 100;
const MAX_TEXT = 300;

/** Returns foreign text as one safe line of at most `max` characters. */
export function toLine(text: string, max = MAX_TEXT): string {
  const clean = printable(text.slice(0, 4 * max).toWellFormed());
  return shorten(clean, max);
}

export const shortName = (name: string): string => toLine(name, MAX_NAME);

/** Returns `web-1 (192.0.2.10)`, or the address alone if the host has no name. */
export function hostPhrase({ ip, name }: { ip: string; name: string }): string {
  const shown = shortName(name);
  return shown === '' || shown === ip ? ip : `${shown} (${ip})`;
}

/** Returns `1 critical, 2 high`, in the order of severity. */
const severityPhrase = (counts: MessageSummary['by_severity']): string =>
  SEVERITIES.flatMap((severity) => {
    const count = counts[severity] ?? 0;
    return count === 0 ? [] : [`${count} ${severity}`];
  }).join(', ');

/** Returns a line such as `CRITICAL CVE-2024-6387 in openssh-server 1:9.2 on web-1 (192.0.2.10), known exploited`. */
export function findingPhrase(finding: SelectedFinding): string {
  const { severity, vulnerability_id: id, known_exploited: isExploited } = finding;
  const marks = isExploited ? ', known exploited' : '';
  const where = `${placePhrase(finding)} on ${hostPhrase(finding)}`;
  return `${severity.toUpperCase()} ${shortName(id)}${where}${marks}`;
}

function placePhrase(finding: SelectedFinding): string {
  const { package: name, installed_version: version, port, transport, program } = finding;
  if (name !== null)
    return ` in ${shortName(name)}${version === null ? '' : ` ${shortName(version)}`}`;
  if (port === null) return '';
  const position = `${port}/${transport ?? 'tcp'}`;
  return program === null ? ` at ${position}` : ` in ${shortName(program)} (${position})`;
}

/** Returns `4 new findings (1 critical, 3 high; 1 known exploited)`. */
export function newFindingsPhrase({
  new: count,
  by_severity: severities,
  known_exploited: exploited,
}: Pick<MessageSummary, 'new' | 'by_severity' | 'known_exploited'>): string {
  const details = [
    severityPhrase(severities),
    exploited === 0 ? '' : `${exploited} known exploited`,
  ];
  const shown = details.filter(Boolean).join('; ');
  return `${pluralize(count, 'new finding')}${shown === '' ? '' : ` (${shown})`}`;
}

const CONDITIONS: Readonly<Record<ConditionEvent | 'schedule.missed', (n: number) => string>> = {
  'agent.offline': (n) => `${pluralize(n, 'agent is', 'agents are')} offline`,
  'certificate.expiring': (n) =>
    `${pluralize(n, 'certificate expires', 'certificates expire')} soon`,
  'feed.stale': (n) => `${pluralize(n, 'feed has', 'feeds have')} stale data`,
  'acceptance.expiring': (n) => `${pluralize(n, 'acceptance expires', 'acceptances expire')} soon`,
  'reboot.required': (n) => `${pluralize(n, 'host needs', 'hosts need')} a reboot`,
  'host.end_of_life': (n) =>
    `${pluralize(n, 'system is', 'systems are')} end of life, or will be within 90 days`,
  'agent.identity_conflict': (n) =>
    `${pluralize(n, 'agent has its identity', 'agents have their identity')} on two machines`,
  'schedule.missed': (n) =>
    `${pluralize(n, 'scheduled start was', 'scheduled starts were')} missed`,
};

/** Returns the sentence of an event that is not of a task. */
export const conditionPhrase = (event: keyof typeof CONDITIONS, count: number): string =>
  CONDITIONS[event](count);

const HEADINGS: Readonly<Partial<Record<NotificationEvent, string>>> = {
  'task.failed': 'Failed',
  'task.incomplete': 'Without a result',
  'host.unreachable': 'No longer reachable',
  'port.opened': 'Opened ports and new hosts',
  'schedule.missed': 'Missed starts',
  'agent.offline': 'Offline agents',
  'certificate.expiring': 'Expiring certificates',
  'feed.stale': 'Stale data',
  'acceptance.expiring': 'Expiring acceptances',
  'reboot.required': 'Reboots needed',
  'host.end_of_life': 'End of life',
};

export const headingOf = (event: NotificationEvent): string => HEADINGS[event] ?? 'Further';
