import { memoize } from '../../lib/memoize.js';
import type { CheckResult } from '../../pentest/checks/check.js';
import {
  NO_RESULT,
  NOT_APPLICABLE,
  packagesCoverage,
  servicesCoverage,
  type Coverage,
  type CoveragePart,
} from './coverage.js';
import type { DataHistory } from './loaded-data.js';

/** The result of an inventory. `ecosystems`: JSON array, as stored. `state_id`: the set of its packages. */
interface CoveredPackages {
  kind: 'packages';
  ecosystems: string;
  generation: number;
  state_id: number;
}

/** The result of a scan. `services`, `checks`: JSON arrays, as stored. */
interface CoveredPorts {
  kind: 'ports';
  services: string;
  checks: string;
  generation: number;
}

/** Returns the coverage of one result of a host; a host without a result is not covered. */
export type ResultCoverage = (
  result: CoveredPackages | CoveredPorts | null,
  task: { are_checks_on: boolean },
) => Coverage;

const NOTHING: Coverage = { packages: NO_RESULT, services: NO_RESULT };

/**
 * Creates the function. Inventories with the same ecosystems and generation have the same coverage object.
 * @param isEmpty whether a set of packages is empty
 */
export function createResultCoverage(
  history: DataHistory,
  isEmpty: (stateId: number) => boolean,
): ResultCoverage {
  const coverageByInventory = memoize((generation: number) =>
    memoize((ecosystems: string) =>
      memoize((isUnreadable: boolean): Coverage => {
        const input = {
          ecosystems: JSON.parse(ecosystems) as string[],
          system: null,
          packageCount: isUnreadable ? 0 : 1,
          isCurrent: true,
        };
        return {
          packages: packagesCoverage(input, history.at(generation)),
          services: NOT_APPLICABLE,
        };
      }),
    ),
  );
  return (result, task) => {
    if (result === null) return NOTHING;
    return result.kind === 'packages'
      ? coverageByInventory(result.generation)(result.ecosystems)(isEmpty(result.state_id))
      : {
          packages: NOT_APPLICABLE,
          services: coverageOfPorts(result, task.are_checks_on, history),
        };
  };
}

function coverageOfPorts(
  { services, checks, generation }: CoveredPorts,
  areChecksOn: boolean,
  history: DataHistory,
): CoveragePart {
  const open = JSON.parse(services) as { port: number }[];
  const results = JSON.parse(checks) as CheckResult[];
  const inconclusive = results.filter(({ result }) => result === 'unknown').map(({ port }) => port);
  return servicesCoverage(
    {
      ports: open.map(({ port }) => port),
      areChecksOn,
      inconclusive: [...new Set(inconclusive)],
    },
    history.at(generation),
  );
}
