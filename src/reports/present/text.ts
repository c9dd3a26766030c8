import type { ReportService, ServiceEntry } from '../diff.js';

type NamedService = Pick<ReportService, 'service' | 'product' | 'version' | 'revision'>;

/** `2026-11-21T22:18:00Z` of Unix seconds; the number itself where no calendar has such a time. */
export function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

/** `2026-11-21 22:18` (UTC), for people. */
export const dateText = (seconds: number): string =>
  timeText(seconds).slice(0, 16).replace('T', ' ');

/** One line without anything that moves, reorders or hides text. */
export const singleLine = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '\u00b7').trim();

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** `ssh OpenSSH 9.2p1 (Debian 2+deb12u3)`; `not understood` where nothing is known of it */
export function serviceText({ service, product, version, revision }: NamedService): string {
  return (
    [service, product, version, revision && `(${revision})`].filter(Boolean).join(' ') ||
    'not understood'
  );
}

/** What came, went or changed of a service, for people: `ssh OpenSSH 9.2p1 → ssh OpenSSH 9.3p1` */
export function serviceChangeText(before: NamedService | null, after: NamedService | null): string {
  if (before && after) {
    const [from, to] = [serviceText(before), serviceText(after)];
    return from === to ? `${to}, another certificate` : `${from} → ${to}`;
  }
  const there = after ?? before;
  return there ? serviceText(there) : '';
}

/** The same of an entry of a diff. */
export const serviceEntryText = ({ before, after }: ServiceEntry): string =>
  serviceChangeText(before && before.found, after && after.found);

const REASONS: Record<string, string> = {
  unreachable: 'could not be reached',
  not_allowed: 'not allowed to be scanned',
  failed: 'failed',
  stopped: 'the task was stopped before',
  no_agent: 'has no agent',
  agent_offline: 'its agent was offline',
  auth_failed: 'the log-in was refused',
  timeout: 'did not answer in time',
  bad_data: 'its report was unreadable',
  no_import: 'nothing new was imported',
  no_result: 'left no result',
  overtaken: 'an earlier task saw it later',
  not_judged: 'no vulnerability data for its system',
  no_packages: 'its package list could not be read',
  host_deleted: 'was deleted',
  not_in_task: 'is not in the template any more',
  ports_not_scanned: 'ports outside the range',
  service_not_identified: 'ports that told less than before',
  check_inconclusive: 'checks that could not be repeated',
};

/** A reason for not comparing, in a few words. */
export const reasonText = (reason: string): string =>
  REASONS[reason] ?? reason.replaceAll('_', ' ');
