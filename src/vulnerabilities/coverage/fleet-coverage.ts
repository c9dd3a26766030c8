import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import {
  isChecked,
  missingParts,
  type CoverageReason,
  type CoverageState,
  type HostSelection,
} from './coverage.js';
import {
  countCoverageInputs,
  readCoverageInputs,
  type CoverageInput,
} from './coverage.repository.js';
import { coverageOf } from './host-coverage.js';
import { createDataHistory, type StaleRule } from './loaded-data.js';

/** Why hosts were not checked, or not wholly. A host may have two gaps: one of its packages, one of its services. */
interface FleetGap {
  state: CoverageState;
  reason: CoverageReason | null;
  /** a sentence with the remedy */
  message: string;
  /** a number of hosts */
  hosts: number;
}

/** The coverage of several hosts. `total`, `notChecked`: numbers of hosts. */
export interface FleetCoverage {
  total: number;
  notChecked: number;
  /** those of the most hosts first */
  gaps: FleetGap[];
  /** numbers of hosts by reason; a host with one reason for both its packages and services counts once */
  reasons: Record<string, number>;
}

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

/** Returns the coverage of hosts with these inputs. */
export function sumCoverage(
  inputs: Iterable<CountedInput>,
  knowledge: KnownData,
  rule: StaleRule,
): FleetCoverage {
  const history = createDataHistory(knowledge, rule);
  const newest = knowledge.generation();
  const gaps = new Map<string, FleetGap>();
  const reasons: Record<string, number> = {};
  let total = 0;
  let notChecked = 0;
  for (const { hosts, ...input } of inputs) {
    const coverage = coverageOf(input, history, newest);
    total += hosts;
    if (isChecked(coverage)) continue;
    notChecked += hosts;
    const missing = missingParts(coverage);
    for (const reason of new Set(missing.map((part) => part.reason ?? '')))
      reasons[reason] = (reasons[reason] ?? 0) + hosts;
    for (const { state, reason, message } of missing) {
      const key = `${state} ${message ?? ''}`;
      const gap = gaps.get(key) ?? { state, reason, message: message ?? '', hosts: 0 };
      gap.hosts += hosts;
      gaps.set(key, gap);
    }
  }
  const sorted = [...gaps.values()].sort((a, b) => b.hosts - a.hosts);
  return { total, notChecked, gaps: sorted, reasons };
}

/** Returns what decides about the coverage of hosts: of these, or of all (null). */
export const readInputsOfHosts = (
  sqlite: Sqlite,
  hostIds: readonly number[] | null,
): (CoverageInput & { id: number })[] => readCoverageInputs(sqlite, hostIds);
