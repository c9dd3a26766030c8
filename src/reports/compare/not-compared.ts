import { unsupportedSystem } from '../../vulnerabilities/coverage/coverage.js';
import type { NotCompared, PackagesResult, ReportHost, TaskHostResult } from '../diff.js';
import type { HostComparison } from './record-finding.js';

/** The reason for a host at whose address another device answers. */
export const OTHER_DEVICE = 'other_device';

/** Returns why a host is not compared at all; null: its result is compared. */
export function skipReason(
  { outcome, detail, result }: TaskHostResult,
  newestSequence: number,
): Pick<NotCompared, 'reason' | 'detail'> | null {
  if (outcome !== 'done') return { reason: outcome ?? 'no_result', detail };
  if (result === null)
    return { reason: 'no_result', detail: 'The task produced no comparable result.' };
  if (result.sequence > 0 && result.sequence < newestSequence)
    return { reason: 'overtaken', detail: 'Superseded by a later scan of an earlier task.' };
  if (result.kind === 'packages' && result.ecosystems === '[]')
    return { reason: 'not_matched', detail: unsupportedSystem(result.system) };
  return null;
}

/** Returns the entry of a host that the task before had. @param exists whether it is still stored */
export function notInTask(host: ReportHost, exists: (hostId: number) => boolean): NotCompared {
  return exists(host.host_id)
    ? {
        ...host,
        reason: 'not_in_task',
        detail: 'The host is no longer part of the template.',
        ports: null,
      }
    : { ...host, reason: 'host_deleted', detail: 'The host was deleted.', ports: null };
}

/** Records that there is no package list. A host has at least one package: an empty list could not be read. */
export function recordNoPackages(
  { diff, host }: HostComparison,
  { package_list }: Pick<PackagesResult, 'package_list'>,
): void {
  diff.not_compared.push({
    ...host,
    reason: 'no_packages',
    detail:
      package_list === 'missing'
        ? 'The report has no package list.'
        : 'The package list could not be read.',
    ports: null,
  });
}

/** Records that packages may be missing in a list: their findings stay open. */
export function recordPartialList({ diff, host }: HostComparison): void {
  diff.not_compared.push({
    ...host,
    reason: 'partial_list',
    detail: 'The package list is not whole: what it lacks counts as installed.',
    ports: null,
  });
}

/** How much of the data that a host was matched with is missing. */
export const NOT_MATCHED = {
  all: 'The vulnerability data that this host was matched with before is no longer available.',
  some:
    'Some of the vulnerability data that this host was matched with before is no longer available; ' +
    'findings based only on it are kept.',
};

/**
 * Records the findings that are neither open nor fixed: their packages are now builds of another publisher; or they
 * are unchanged, and the collector knows more, or less, of them.
 */
export function recordSetAside(
  comparison: HostComparison,
  { ofOther, recollected }: { ofOther: number; recollected: number },
): void {
  const { diff, host } = comparison;
  if (ofOther > 0) recordNotMatched(comparison, otherPublisherDetail(ofOther));
  if (recollected === 0) return;
  const count = recollected === 1 ? '1 finding is' : `${recollected} findings are`;
  const detail =
    `${count} not compared: the packages are unchanged, ` +
    'but this collector reports other facts about them, for example where they are from.';
  diff.not_compared.push({ ...host, reason: 'collected_differently', detail, ports: null });
}

const otherPublisherDetail = (findings: number): string =>
  `${findings} ${findings === 1 ? 'finding is' : 'findings are'} neither open nor fixed: ` +
  'the package is now a build of another publisher, which the data of the earlier build does not cover.';

/** Records that a host is not fully compared because the data for it is missing. */
export function recordNotMatched({ diff, host }: HostComparison, detail: string): void {
  diff.not_compared.push({ ...host, reason: 'not_matched', detail, ports: null });
}
