import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import { isKernelImage } from '../../vulnerabilities/matching/packages/kernels.js';
import type { IndexedReport } from '../ingest-worker/parse.js';
import type { Inventory, SectionWarning } from '../inventory.js';
import type { StoredRunning } from './store.statements.js';

/** Clocks and collectors differ by less, in seconds. */
const RESTART_SLACK = 120;

type Report = Pick<IndexedReport, 'inventory'>;

/**
 * Whether the host started after the inventory before. False where it is not known.
 * @param collectedAt Unix seconds
 */
export const isRestarted = (
  stored: StoredRunning | undefined,
  { inventory: { uptime } }: Report,
  collectedAt: number,
): boolean =>
  stored !== undefined &&
  uptime !== null &&
  uptime + RESTART_SLACK < collectedAt - stored.collected_at;

type KnownKernel = Required<
  Pick<Inventory, 'running_kernel' | 'running_version' | 'reboot_required'>
> & { warnings: SectionWarning[] };

/**
 * Returns the kernel that runs as far as it is known: a report that does not name it does not end it. That of the
 * inventory before stays, unless the host is a container or another system now. Its build stays with its release, until
 * the host restarts.
 * @param collectedAt Unix seconds
 */
export function knownKernel(
  stored: StoredRunning | undefined,
  report: Report,
  collectedAt: number,
): KnownKernel {
  const { os, running_kernel, running_version = null, reboot_required } = report.inventory;
  const own = { running_kernel, running_version, reboot_required, warnings: [] };
  const known = stored?.running_kernel ?? null;
  if (stored === undefined || known === null) return own;
  if (running_kernel !== null) {
    const isSame = running_kernel === known && !isRestarted(stored, report, collectedAt);
    return isSame ? { ...own, running_version: running_version ?? stored.running_version } : own;
  }
  const isOther = os !== null && stored.os !== null && os !== stored.os;
  if (isOther || report.inventory.is_container) return own;
  const wasRequired = stored.reboot_required === 1 && !isRestarted(stored, report, collectedAt);
  return {
    running_kernel: known,
    running_version: stored.running_version,
    reboot_required: reboot_required ?? (wasRequired || null),
    warnings: [
      {
        section: 'uname',
        message: `no running kernel in this report; the running kernel ${known} of an earlier report is kept`,
      },
    ],
  };
}

/** Whether the kernel of the inventory before still runs, and is the host's own: a container has that of its host. */
export function isSameKernel(
  stored: StoredRunning | undefined,
  report: Report,
  collectedAt: number,
): boolean {
  const { running_kernel, running_version } = knownKernel(stored, report, collectedAt);
  return (
    running_kernel !== null &&
    running_kernel === stored?.running_kernel &&
    (running_version ?? stored.running_version) === (stored.running_version ?? running_version) &&
    !report.inventory.is_container
  );
}

/**
 * Returns the last kernels that were installed, if a list has none: they tell which package the running one is of.
 * @param known kernels that are not in the list
 * @param names of the packages in the list
 */
export function lastKernels(
  known: readonly MatchablePackage[],
  names: readonly string[],
): MatchablePackage[] {
  const kernels = known.filter(isKernelImage);
  const format = kernels[0]?.format;
  if (format === undefined || names.some((name) => isKernelImage({ format, name }))) return [];
  return kernels.slice(-MAX_KERNELS);
}

const MAX_KERNELS = 50;
