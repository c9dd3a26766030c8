import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import {
  isKernelImage,
  kernelPackage,
  type RunningKernel,
} from '../../vulnerabilities/matching/packages/kernels.js';
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
  Pick<Inventory, 'running_kernel' | 'running_version' | 'custom_kernel' | 'reboot_required'>
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
  const known = stored?.running_kernel ?? null;
  const isOther = stored !== undefined && os !== null && stored.os !== null && os !== stored.os;
  const isStaying = running_kernel === null ? !isOther : running_kernel === known;
  const isKept = isStaying && report.inventory.is_container !== true;
  const { custom_kernel = (isKept && stored?.custom_kernel) || null } = report.inventory;
  const own = { running_kernel, running_version, custom_kernel, reboot_required, warnings: [] };
  if (stored === undefined || known === null) return own;
  if (running_kernel !== null) {
    const isSame = running_kernel === known && !isRestarted(stored, report, collectedAt);
    return isSame ? { ...own, running_version: running_version ?? stored.running_version } : own;
  }
  if (!isKept) return own;
  const wasRequired = stored.reboot_required === 1 && !isRestarted(stored, report, collectedAt);
  return {
    ...own,
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

/**
 * Returns the kernel that runs, and whether it is the one of the inventory before; null: it is not known, or not the
 * host's own: a container has that of its host.
 */
export function ownKernel(
  stored: StoredRunning | undefined,
  report: Report,
  collectedAt: number,
): (RunningKernel & { isStaying: boolean }) | null {
  const { running_kernel, running_version } = knownKernel(stored, report, collectedAt);
  if (stored === undefined || running_kernel === null || report.inventory.is_container) return null;
  const isStaying =
    running_kernel === stored.running_kernel &&
    (running_version ?? stored.running_version) === (stored.running_version ?? running_version);
  return { release: running_kernel, version: running_version, isStaying };
}

/**
 * Returns the removed kernels that show which package the running one is of: its own; if it stays and no
 * kernel is left, all.
 * @param known kernels that are not in the list, and others
 * @param names of the packages in the list
 */
export function lastKernels(
  known: readonly MatchablePackage[],
  names: readonly string[],
  running: RunningKernel & { isStaying: boolean },
): MatchablePackage[] {
  const kernels = known.filter(isKernelImage);
  const format = kernels[0]?.format;
  if (format === undefined) return [];
  const isNoneLeft = running.isStaying && !names.some((name) => isKernelImage({ format, name }));
  const listed = new Set(names);
  const isOfRunning = (pkg: MatchablePackage): boolean =>
    kernelPackage(pkg, running)?.isRunning === true && !listed.has(pkg.name);
  return kernels.filter((pkg) => isNoneLeft || isOfRunning(pkg)).slice(-MAX_KERNELS);
}

const MAX_KERNELS = 50;
