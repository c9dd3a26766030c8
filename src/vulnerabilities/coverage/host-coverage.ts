import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { packagesCoverage, servicesCoverage, type Coverage } from './coverage.js';
import {
  findCoverageInput,
  readCoverageInputs,
  type CoverageInput,
} from './coverage.repository.js';
import { createDataHistory, type DataHistory, type StaleRule } from './loaded-data.js';

// Which ones they are does not matter while no check is inconclusive.
const SOME_PORTS = [1];

const NO_INPUT: CoverageInput = {
  scopes: null,
  system: null,
  has_packages: null,
  packages_read: null,
  is_refused: 0,
  generation: null,
  has_services: 0,
  ports_scanned: 0,
  unanswered: 0,
};

/** Returns the current coverage of a host: of its stored inventory and its known services. */
export function readHostCoverage(
  sqlite: Sqlite,
  knowledge: Knowledge,
  hostId: number,
  rule: StaleRule,
): Coverage {
  const history = createDataHistory(knowledge, rule);
  return coverageOf(findCoverageInput(sqlite, hostId) ?? NO_INPUT, history, knowledge.generation());
}

/** Returns the current coverage of these hosts, by id. Data that several have in common is read once. */
export function readHostCoverages(
  sqlite: Sqlite,
  knowledge: Pick<Knowledge, 'sqlite' | 'feedVersion' | 'generation'>,
  hostIds: readonly number[],
  rule: StaleRule,
): Map<number, Coverage> {
  const history = createDataHistory(knowledge, rule);
  const newest = knowledge.generation();
  return new Map(
    readCoverageInputs(sqlite, hostIds).map(({ id, ...input }) => [
      id,
      coverageOf(input, history, newest),
    ]),
  );
}

/** Returns the coverage of hosts with this input. @param newest the newest generation */
export function coverageOf(
  {
    scopes,
    system,
    has_packages,
    packages_read,
    is_refused,
    generation,
    has_services,
    ports_scanned,
  }: CoverageInput,
  history: Pick<DataHistory, 'at'>,
  newest: number,
): Coverage {
  return {
    packages: packagesCoverage(
      {
        ecosystems: scopes === null ? [] : (JSON.parse(scopes) as string[]),
        system,
        packageCount: has_packages,
        isCurrent: packages_read !== 0,
        isRefused: is_refused === 1,
      },
      history.at(generation ?? newest),
    ),
    services: servicesCoverage(
      { ports: portsOf({ has_services, ports_scanned }), areChecksOn: true, inconclusive: [] },
      history.at(newest),
    ),
  };
}

/** Returns ports as the coverage of services needs them; null: they were never scanned. */
function portsOf({
  has_services,
  ports_scanned,
}: Pick<CoverageInput, 'has_services' | 'ports_scanned'>): readonly number[] | null {
  if (has_services === 1) return SOME_PORTS;
  return ports_scanned === 1 ? [] : null;
}
