import type { CoverageState, PartStates } from './coverage-state.js';

/** Numbers of hosts by the state of one part of them. */
export type PartCounts = Record<CoverageState, number>;

/** The coverage of several hosts: packages and ports (`services`) are two facts. */
export interface CoverageCounts {
  packages: PartCounts;
  services: PartCounts;
}

const noHosts = (): PartCounts => ({ matched: 0, partly: 0, not_matched: 0, not_applicable: 0 });

/** Returns the counts of no host. */
export const noCoverageCounts = (): CoverageCounts => ({
  packages: noHosts(),
  services: noHosts(),
});

/** Adds hosts with equal coverage to counts. */
export function countHostCoverage(counts: CoverageCounts, coverage: PartStates, hosts = 1): void {
  counts.packages[coverage.packages.state] += hosts;
  counts.services[coverage.services.state] += hosts;
}

/** Adds counts of other hosts to counts. */
export function addCoverageCounts(counts: CoverageCounts, others: CoverageCounts): void {
  for (const part of ['packages', 'services'] as const)
    for (const state of Object.keys(counts[part]) as CoverageState[])
      counts[part][state] += others[part][state];
}
