import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { packagesCoverage, servicesCoverage, type Coverage } from './coverage.js';
import {
  findInventoryCoverage,
  findMatchedGeneration,
  findServicePorts,
} from './coverage.repository.js';
import { createDataHistory, type StaleRule } from './loaded-data.js';

/** Returns the current coverage of a host: of its stored inventory and its known services. */
export function readHostCoverage(
  sqlite: Sqlite,
  knowledge: Knowledge,
  hostId: number,
  rule: StaleRule,
): Coverage {
  const generation = findMatchedGeneration(sqlite, hostId) ?? knowledge.generation();
  const history = createDataHistory(knowledge, rule);
  const inventory = findInventoryCoverage(sqlite, hostId);
  const ports = findServicePorts(sqlite, hostId);
  return {
    packages: packagesCoverage(
      {
        ecosystems: inventory ? (JSON.parse(inventory.scopes) as string[]) : [],
        system: inventory?.full_os_name ?? null,
        packageCount: inventory ? inventory.packages_count : null,
        isCurrent: inventory?.packages_read !== 0,
      },
      history.at(generation),
    ),
    services: servicesCoverage(
      { ports: ports.length > 0 ? ports : null, areChecksOn: true, inconclusive: [] },
      history.at(knowledge.generation()),
    ),
  };
}
