import { memoizeWeak } from '../../lib/memoize.js';
import {
  isChecked,
  missingParts,
  NO_RESULT,
  type Coverage,
  type CoveragePart,
  type FeedDate,
} from '../../vulnerabilities/coverage/coverage.js';
import type { DataHistory } from '../../vulnerabilities/coverage/loaded-data.js';
import type { CoverageGap, ReportHost, TaskCoverage, TaskHostResult } from '../diff.js';

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
  finish: () => TaskCoverage;
}

/** Creates a collector. Gaps with one message are one gap; the order is that of the first host with it. */
export function createCoverageCollector(history: DataHistory): CoverageCollector {
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
      const { isWhole, missing: parts } = extentOf(coverage);
      if (isWhole) checkedHosts += 1;
      else notCheckedHosts += 1;
      for (const feed of coverage.packages.feeds) feeds.set(feed.name, feed);
      for (const feed of coverage.services.feeds) feeds.set(feed.name, feed);
      newest = Math.max(newest, result?.generation ?? 0);
      const missing = result === null ? [{ ...NO_RESULT, message: detail }] : parts;
      for (const part of missing) addGap(host, part);
      return missing.filter(({ state }) => state === 'not_matched');
    },
    finish() {
      for (const name of SCORES) {
        const feed = history.feedAt(name, newest);
        if (feed) feeds.set(name, feed);
      }
      return {
        checkedHosts,
        notCheckedHosts,
        gaps: [...gaps.values()],
        feeds: [...feeds.values()],
      };
    },
  };
}
