import { memoizeWeak } from '../../lib/memoize.js';
import {
  isChecked,
  missingParts,
  NO_RESULT,
  NOT_APPLICABLE,
  type Coverage,
} from '../../vulnerabilities/coverage/coverage.js';
import type { CoveragePart, FeedDate } from '../../vulnerabilities/coverage/coverage-part.js';
import {
  countHostCoverage,
  noCoverageCounts,
} from '../../vulnerabilities/coverage/coverage-counts.js';
import type { DataHistory } from '../../vulnerabilities/coverage/loaded-data.js';
import { describePorts } from '../../pentest/ports.js';
import type {
  CoverageGap,
  PortsResult,
  ReportHost,
  ReportTask,
  TaskCoverage,
  TaskDiff,
  TaskHostResult,
} from '../diff.js';
import type { HostComparison } from './record-finding.js';

/** A finished comparison of a host: its result, null if it has none that counts, and why. */
interface CoveredHost {
  host: ReportHost;
  result: TaskHostResult['result'];
  detail: string | null;
}

const SCORES = ['kev', 'epss'] as const; // the feeds that rank findings

const extentOf = memoizeWeak((coverage: Coverage) => ({
  isWhole: isChecked(coverage),
  missing: missingParts(coverage),
}));

/** Collects the coverage of the hosts of a task. */
export interface CoverageCollector {
  /** Adds a host, and returns the parts that were not matched at all. */
  add: (covered: CoveredHost, coverage: Coverage) => CoveragePart[];
  /** @param unansweredAddresses number of addresses at which no host is known */
  finish: (unansweredAddresses: number) => TaskCoverage;
}

/** Creates a collector. Gaps with one message are one gap; the order is that of the first host with it. */
export function createCoverageCollector(
  history: DataHistory,
  { collects }: Pick<ReportTask, 'collects'>,
): CoverageCollector {
  const noPart = { packages: NOT_APPLICABLE, services: NOT_APPLICABLE };
  const withoutResult: Coverage = { ...noPart, [collects]: NO_RESULT };
  const parts = noCoverageCounts();
  const gaps = new Map<string, CoverageGap>();
  const feeds = new Map<string, FeedDate>();
  let checkedHosts = 0;
  let notCheckedHosts = 0;
  let newest = 0;
  const addGap = (host: ReportHost, { state, reason, message }: CoveragePart): void => {
    const key = `${state} ${message ?? ''}`;
    const gap = gaps.get(key);
    if (gap) gap.hosts.push(host);
    else gaps.set(key, { state, reason, message: message ?? '', hosts: [host] });
  };
  return {
    add({ host, result, detail }, coverage) {
      const { isWhole, missing: gapsOf } = extentOf(coverage);
      if (isWhole) checkedHosts += 1;
      else notCheckedHosts += 1;
      countHostCoverage(parts, result === null ? withoutResult : coverage);
      for (const feed of coverage.packages.feeds) feeds.set(feed.name, feed);
      for (const feed of coverage.services.feeds) feeds.set(feed.name, feed);
      newest = Math.max(newest, result?.generation ?? 0);
      const missing = result === null ? [{ ...NO_RESULT, message: detail }] : gapsOf;
      for (const part of missing) addGap(host, part);
      return missing.filter(({ state }) => state === 'not_matched');
    },
    finish(unansweredAddresses) {
      for (const name of SCORES) {
        const feed = history.feedAt(name, newest);
        if (feed) feeds.set(name, feed);
      }
      return {
        checkedHosts,
        notCheckedHosts,
        parts,
        unansweredAddresses,
        gaps: [...gaps.values()],
        feeds: [...feeds.values()],
      };
    },
  };
}

/**
 * Adds the coverage of a host. A part that was not matched is listed as not compared: no finding of it is known, which
 * is not the same as none.
 */
export function addCoverage(
  { diff, host, resultCoverage }: HostComparison,
  { result, detail }: TaskHostResult,
  collector: CoverageCollector,
): void {
  const missing = collector.add({ host, result, detail }, resultCoverage(result, diff.task));
  if (result === null || missing.length === 0) return;
  const listed = notComparedReasons(diff, host);
  const isListed =
    result.kind === 'packages'
      ? listed.length > 0
      : listed.some((reason) => reason === 'not_matched' || reason === 'ports_silent');
  if (isListed) return;
  const ports = result.kind === 'ports' ? openPorts(result) : null;
  for (const { message } of missing)
    diff.not_compared.push({ ...host, reason: 'not_matched', detail: message, ports });
}

/** Returns the open ports of a scan as text: `22,80`. */
const openPorts = ({ services }: PortsResult): string =>
  describePorts(services.map(({ port }) => port));

/** Returns the reasons that were listed for a host, which is the last one that was compared. */
function notComparedReasons({ not_compared }: TaskDiff, { host_id }: ReportHost): string[] {
  const first = not_compared.findLastIndex((n) => n.host_id !== host_id) + 1;
  return not_compared.slice(first).map((n) => n.reason);
}
