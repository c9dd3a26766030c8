import type { CheckResult } from '../../pentest/checks/check.js';
import type { FoundService } from '../../pentest/service.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { Coverage } from './coverage.js';
import { decodeIdSet } from '../findings/id-set.js';
import { readOtherPackages } from '../matching/origin/other-packages.js';
import { withVerdicts } from './coverage-part.js';
import { findResultCoverage, findTaskRun } from './coverage.repository.js';
import { createDataHistory, type StaleRule } from './loaded-data.js';
import { createResultCoverage } from './result-coverage.js';

/** Returns a reader of the coverage of each host in a task, as of the data that the task used. */
export function taskResultCoverage(
  sqlite: Sqlite,
  knowledge: Pick<Knowledge, 'sqlite' | 'feedVersion'>,
  taskId: number,
  rule: StaleRule,
): (hostId: number) => Coverage {
  const task = findTaskRun(sqlite, taskId);
  const empty = new Set<number>();
  const coverageOf = createResultCoverage(createDataHistory(knowledge, rule), (id) =>
    empty.has(id),
  );
  return (hostId) => {
    const row = findResultCoverage(sqlite, taskId, hostId);
    if (!row) return coverageOf(null, task);
    const {
      kind,
      generation,
      scopes,
      system,
      package_list,
      other_packages,
      numbers,
      services,
      checks,
      scanned_ports,
      silent_ports,
      lost_ports,
    } = row;
    if (kind === 'ports')
      return coverageOf(
        {
          kind,
          generation,
          services: JSON.parse(services ?? '[]') as FoundService[],
          checks: JSON.parse(checks ?? '[]') as CheckResult[],
          scannedPorts: scanned_ports ?? '',
          silentPorts: silent_ports ?? '',
          lostPorts: lost_ports ?? '',
        },
        task,
      );
    const stateId = numbers === null || numbers.length === 0 ? EMPTY : READABLE;
    empty.add(EMPTY);
    const packages = { kind, generation, ecosystems: scopes, system, package_list, other_packages };
    const coverage = coverageOf({ ...packages, state_id: stateId }, task);
    const count = decodeIdSet(numbers ?? new Uint8Array()).length;
    const others = readOtherPackages(other_packages);
    return { ...coverage, packages: withVerdicts(coverage.packages, count, others) };
  };
}

// Only whether a set is empty counts here.
const EMPTY = 0;
const READABLE = 1;
