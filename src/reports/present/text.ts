import { isoTime } from '../../lib/times.js';
import type { MovedDevice, ReportService, ServiceEntry } from '../diff.js';

type NamedService = Pick<ReportService, 'service' | 'product' | 'version' | 'revision'>;

/** Returns `2026-11-21 22:18` (UTC) for Unix seconds. */
export const dateText = (seconds: number): string =>
  isoTime(seconds).slice(0, 16).replace('T', ' ');

/** Returns `ssh OpenSSH 9.2p1 (Debian 2+deb12u3)`; `unknown service` if nothing is known about it. */
export function serviceText({ service, product, version, revision }: NamedService): string {
  return (
    [service, product, version, revision && `(${revision})`].filter(Boolean).join(' ') ||
    'unknown service'
  );
}

/** Describes an opened, closed or replaced service: `ssh OpenSSH 9.2p1 → ssh OpenSSH 9.3p1`. */
export function serviceChangeText(before: NamedService | null, after: NamedService | null): string {
  if (before && after) {
    const oldText = serviceText(before);
    const newText = serviceText(after);
    return oldText === newText ? `${newText}, new certificate` : `${oldText} → ${newText}`;
  }
  const present = after ?? before;
  return present ? serviceText(present) : '';
}

const OPENED: Readonly<Record<string, string>> = { host: 'new host', port: 'first seen' };

/**
 * Returns how a port differs, in a word or two. A port of a host's first scan did not open: nothing is known from
 * before. Nor did one that no earlier scan included.
 */
export function portChangeWord({
  before,
  after,
  baseline,
}: {
  before: unknown;
  after: unknown;
  baseline?: string | null | undefined;
}): string {
  if (before === null) return OPENED[baseline ?? ''] ?? 'opened';
  return after === null ? 'closed' : 'changed';
}

/** The same for an entry of a diff. */
export const serviceEntryText = ({ before, after }: ServiceEntry): string =>
  serviceChangeText(before && before.service, after && after.service);

/** Returns `The device at 192.0.2.30 moved to 192.0.2.31 (SSH host key SHA256:…)`. */
export const movedText = ({ from, to, evidence }: MovedDevice): string =>
  `The device at ${from.ip} moved to ${to.ip} (${evidence})`;

const REASONS: Record<string, string> = {
  unreachable: 'unreachable',
  not_allowed: 'scan not allowed',
  failed: 'failed',
  stopped: 'task stopped',
  no_agent: 'no agent',
  agent_offline: 'agent offline',
  auth_failed: 'login refused',
  timeout: 'timed out',
  bad_data: 'unreadable report',
  no_import: 'no new import',
  no_result: 'no result',
  overtaken: 'superseded by an earlier task',
  other_device: 'another device at the address',
  not_matched: 'not matched',
  collected_differently: 'facts that the earlier collector did not report',
  no_packages: 'unreadable package list',
  partial_list: 'a package list that is not whole',
  host_deleted: 'host deleted',
  not_in_task: 'no longer in the template',
  ports_not_scanned: 'ports outside the range',
  ports_silent: 'ports that gave no answer',
  accepts_every_port: 'a firewall or tarpit accepts every port',
  service_not_identified: 'ports with less detail',
  check_inconclusive: 'inconclusive checks',
};

/** Describes why a host was not compared, in a few words. */
export const reasonText = (reason: string): string =>
  REASONS[reason] ?? reason.replaceAll('_', ' ');
