import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import {
  readChecked,
  readInputsOfHosts,
  sumCoverage,
  type CountedInput,
  type FleetCoverage,
} from '../../vulnerabilities/coverage/fleet-coverage.js';
import type { StaleRule } from '../../vulnerabilities/coverage/loaded-data.js';
import type { HostChanges } from '../../vulnerabilities/host-changes.js';
import { prepareFleetStatements } from './fleet.statements.js';

/** Keeps what decides about the coverage of each host: after a change, only the changed hosts are read again. */
export interface CoverageIndex {
  /** Notes hosts that changed: they are read by the next `read`. */
  note: (changes: HostChanges) => void;
  /** Returns the current coverage of all hosts. Inside a read transaction. */
  read: (rule: StaleRule) => FleetCoverage;
  /** Returns whether a host was checked, as `read` counts; null: no host is known at its address. */
  checks: (rule: StaleRule) => (hostId: number) => boolean | null;
}

export function createCoverageIndex(sqlite: Sqlite, knowledge: Knowledge): CoverageIndex {
  const { coverageSignature } = prepareFleetStatements(sqlite);
  const counted = new Map<string, CountedInput>();
  const keys = new Map<number, string>();
  const changed = new Set<number>();
  let signature: string | null = null;

  const remove = (id: number): void => {
    const entry = counted.get(keys.get(id) ?? '');
    if (entry) entry.hosts -= 1;
    keys.delete(id);
  };
  const readHosts = (ids: readonly number[] | null): void => {
    for (const { id, ...input } of readInputsOfHosts(sqlite, ids)) {
      const key = Object.values(input).join('\0');
      const entry = counted.get(key);
      if (entry) entry.hosts += 1;
      else counted.set(key, { ...input, hosts: 1 });
      keys.set(id, key);
    }
  };
  const readAll = (): void => {
    counted.clear();
    keys.clear();
    readHosts(null);
  };
  const update = (): void => {
    const newest = coverageSignature.get() ?? '';
    if (newest !== signature) readAll();
    else if (changed.size > 0) {
      for (const id of changed) remove(id);
      readHosts([...changed]);
    }
    changed.clear();
    signature = newest;
  };
  const current = (): CountedInput[] => [...counted.values()].filter(({ hosts }) => hosts > 0);
  return {
    note({ isAll, hosts }) {
      if (isAll) signature = null;
      for (const id of hosts) changed.add(id);
    },
    read(rule) {
      update();
      return sumCoverage(current(), knowledge, rule);
    },
    checks(rule) {
      update();
      const checked = readChecked(current(), knowledge, rule);
      return (id) => {
        const input = counted.get(keys.get(id) ?? '');
        return input === undefined ? null : (checked.get(input) ?? null);
      };
    },
  };
}
