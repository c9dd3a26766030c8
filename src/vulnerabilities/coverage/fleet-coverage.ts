import { compareText } from '../../versions/order.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { isChecked, missingParts, type HostSelection } from './coverage.js';
import { commonPackagesText, otherPackagesText } from '../matching/origin/other-packages.js';
import { withoutRelease, type CoveragePart, type CoverageReason } from './coverage-part.js';
import { countHostCoverage, noCoverageCounts, type CoverageCounts } from './coverage-counts.js';
import { endsSoon, type SystemSupport } from '../support/system-support.js';
import type { CoverageState } from './coverage-state.js';
import {
  countCoverageInputs,
  readCoverageInputs,
  type CoverageInput,
} from './coverage.repository.js';
import { coverageOf } from './host-coverage.js';
import { createDataHistory, type StaleRule } from './loaded-data.js';

/** Why hosts were not fully checked. A host may have two gaps: one of its packages, one of its services. */
interface FleetGap {
  state: CoverageState;
  reason: CoverageReason | null;
  /** a sentence with the remedy */
  message: string;
  /** a number of hosts */
  hosts: number;
}

/**
 * The coverage of several hosts. `total`: their number, without addresses that have none; `notChecked`: those whose
 * packages or ports were not fully checked.
 */
export interface FleetCoverage {
  total: number;
  notChecked: number;
  parts: CoverageCounts;
  /** number of addresses of ranges at which no host is known; no part of `total` */
  unanswered: number;
  /** those of the most hosts first */
  gaps: FleetGap[];
  /** numbers of hosts by reason; a host with one reason for both its packages and services counts once */
  reasons: Record<string, number>;
  /** systems whose support ends within 90 days, the first one first */
  ending: EndingSupport[];
}

/** A system whose support ends soon. `until`: YYYY-MM-DD; `hosts`: a number. */
interface EndingSupport {
  system: string;
  until: string;
  hosts: number;
}

/** How many hosts of a selection were not checked, and why, as lists have it. */
export interface NotCheckedHosts {
  hosts: number;
  total: number;
  unanswered_addresses: number;
  coverage: CoverageCounts;
  reasons: Record<string, number>;
  details: FleetGap[];
}

/** Returns what a list of these hosts, or of what is on them, says about their coverage. */
export const toNotChecked = (coverage: FleetCoverage): NotCheckedHosts => ({
  hosts: coverage.notChecked,
  total: coverage.total,
  unanswered_addresses: coverage.unanswered,
  coverage: coverage.parts,
  reasons: coverage.reasons,
  details: coverage.gaps,
});

/** Hosts with equal input. `hosts`: their number. */
export type CountedInput = CoverageInput & { hosts: number };

type KnownData = Pick<Knowledge, 'sqlite' | 'feedVersion' | 'generation'>;

/** Returns the current coverage of all hosts, or of those selected. */
export const readFleetCoverage = (
  sqlite: Sqlite,
  knowledge: KnownData,
  rule: StaleRule,
  selection: HostSelection = {},
): FleetCoverage => sumCoverage(countCoverageInputs(sqlite, selection), knowledge, rule);

/** Returns the coverage of hosts with these inputs. Addresses without a host are counted apart. */
export function sumCoverage(
  inputs: Iterable<CountedInput>,
  knowledge: KnownData,
  rule: StaleRule,
): FleetCoverage {
  const all = [...inputs];
  const known = all.filter((input) => input.unanswered === 0);
  const total = countHosts(known);
  return { total, unanswered: countHosts(all) - total, ...sumKnown(known, knowledge, rule) };
}

/**
 * Returns whether the hosts of each input were checked, as `sumCoverage` counts; those that it only counts as
 * addresses without a host are missing.
 */
export function readChecked(
  inputs: readonly CountedInput[],
  knowledge: KnownData,
  rule: StaleRule,
): Map<CountedInput, boolean> {
  const history = createDataHistory(knowledge, rule);
  const newest = knowledge.generation();
  const known = inputs.filter((input) => input.unanswered === 0);
  return new Map(known.map((input) => [input, isChecked(coverageOf(input, history, newest))]));
}

const countHosts = (inputs: readonly CountedInput[]): number =>
  inputs.reduce((sum, { hosts }) => sum + hosts, 0);

function sumKnown(
  inputs: readonly CountedInput[],
  knowledge: KnownData,
  rule: StaleRule,
): Pick<FleetCoverage, 'notChecked' | 'parts' | 'gaps' | 'reasons' | 'ending'> {
  const history = createDataHistory(knowledge, rule);
  const newest = knowledge.generation();
  const gaps = new Map<string, FleetGap>();
  const reasons: Record<string, number> = {};
  const parts = noCoverageCounts();
  const ending = new Map<string, EndingSupport>();
  let notChecked = 0;
  for (const { hosts, ...input } of inputs) {
    const coverage = coverageOf(input, history, newest);
    countHostCoverage(parts, coverage, hosts);
    countEnding(ending, coverage.packages.support, { hosts, now: rule.now });
    if (isChecked(coverage)) continue;
    notChecked += hosts;
    const missing = missingParts(coverage);
    for (const reason of new Set(missing.map((part) => part.reason ?? '')))
      reasons[reason] = (reasons[reason] ?? 0) + hosts;
    for (const { state, reason, message } of missing.map(withoutNumbers)) {
      const key = `${state} ${message ?? ''}`;
      const gap = gaps.get(key) ?? { state, reason, message: message ?? '', hosts: 0 };
      gap.hosts += hosts;
      gaps.set(key, gap);
    }
  }
  return {
    notChecked,
    parts,
    gaps: [...gaps.values()].sort((a, b) => b.hosts - a.hosts),
    reasons,
    ending: [...ending.values()].sort((a, b) => compareText(a.until, b.until)),
  };
}

function countEnding(
  ending: Map<string, EndingSupport>,
  support: SystemSupport | undefined,
  { hosts, now }: { hosts: number; now: number },
): void {
  if (!support || !endsSoon(support, now)) return;
  const { system, until } = support;
  const found = ending.get(`${system} ${until}`) ?? { system, until, hosts: 0 };
  found.hosts += hosts;
  ending.set(`${system} ${until}`, found);
}

/** Returns the part with a message that hosts with other packages have in common. */
const withoutNumbers = (part: CoveragePart): CoveragePart =>
  part.message === null
    ? part
    : { ...part, message: withoutRelease(withoutPackages(part.message, part)) };

const withoutPackages = (
  message: string,
  { packages_not_matched: others }: CoveragePart,
): string =>
  others === undefined
    ? message
    : message.replace(otherPackagesText(others), commonPackagesText(others));

/** Returns what decides about the coverage of hosts: of these, or of all (null). */
export const readInputsOfHosts = (
  sqlite: Sqlite,
  hostIds: readonly number[] | null,
): (CoverageInput & { id: number })[] => readCoverageInputs(sqlite, hostIds);
