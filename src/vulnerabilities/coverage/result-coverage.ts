import { memoize } from '../../lib/memoize.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import type { CheckResult } from '../../pentest/checks/check.js';
import { isIdentified, type FoundService } from '../../pentest/service.js';
import {
  NO_RESULT,
  NOT_APPLICABLE,
  packagesCoverage,
  servicesCoverage,
  type Coverage,
  type ServiceBuild,
} from './coverage.js';
import type { CoveragePart } from './coverage-part.js';
import type { PackageListState } from './coverage-state.js';
import { readOtherPackages } from '../matching/origin/other-packages.js';
import { dayOf } from '../ledger/days.js';
import type { DataHistory } from './loaded-data.js';

/**
 * The result of an inventory. `ecosystems`: JSON array, as stored; `system`: its name, if no feed covers it;
 * `state_id`: the set of its packages.
 */
interface CoveredPackages {
  kind: 'packages';
  ecosystems: string;
  system: string | null;
  generation: number;
  state_id: number;
  package_list: PackageListState;
  /** JSON of OtherPackages; null: none is known */
  other_packages: string | null;
}

/** The result of a scan. */
interface CoveredPorts {
  kind: 'ports';
  services: readonly (ServiceBuild & Pick<FoundService, 'service' | 'product'>)[];
  checks: readonly CheckResult[];
  generation: number;
  /** texts like `22,80-82`: the scanned ports, those without an answer, and those of them with a known service */
  scannedPorts: string;
  silentPorts: string;
  lostPorts: string;
}

/**
 * Returns the coverage of one result of a host; a host without a result is not covered. The support of its
 * system is that of the day on which the task finished (Unix seconds; 0 or absent: of now).
 */
export type ResultCoverage = (
  result: CoveredPackages | CoveredPorts | null,
  task: { are_checks_on: boolean; finished_at?: number },
) => Coverage;

const NOTHING: Coverage = { packages: NO_RESULT, services: NO_RESULT };

/**
 * Creates the function. Inventories with the same ecosystems, system and generation have the same coverage object.
 * @param isEmpty whether a set of packages is empty
 */
export function createResultCoverage(
  history: DataHistory,
  isEmpty: (stateId: number) => boolean,
): ResultCoverage {
  const coverageByInventory = memoize((generation: number) =>
    memoize((ecosystems: string) =>
      memoize((system: string | null) =>
        memoize((list: PackageListState) =>
          memoize((others: string | null) =>
            memoize((isEmpty: boolean) =>
              memoize((day: number): Coverage => {
                const names = JSON.parse(ecosystems) as string[];
                const input = {
                  ecosystems: names,
                  system,
                  packageCount: isEmpty ? 0 : 1,
                  list,
                  others: readOtherPackages(others),
                  support: history.supportOf(
                    names,
                    system,
                    day === 0 ? undefined : day * SECONDS_PER_DAY,
                  ),
                };
                return {
                  packages: packagesCoverage(input, history.at(generation)),
                  services: NOT_APPLICABLE,
                };
              }),
            ),
          ),
        ),
      ),
    ),
  );
  return (result, task) => {
    if (result === null) return NOTHING;
    if (result.kind === 'ports')
      return {
        packages: NOT_APPLICABLE,
        services: coverageOfPorts(result, task.are_checks_on, history),
      };
    const { generation, ecosystems, system, package_list, other_packages, state_id } = result;
    const ofList = coverageByInventory(generation)(ecosystems)(system)(package_list);
    const day = dayOf(task.finished_at ?? 0);
    return ofList(other_packages)(isEmpty(state_id))(day);
  };
}

function coverageOfPorts(
  { services, checks, generation, ...ports }: CoveredPorts,
  areChecksOn: boolean,
  history: DataHistory,
): CoveragePart {
  const inconclusive = new Set(
    checks.filter(({ result }) => result === 'unknown').map(({ port }) => port),
  );
  return servicesCoverage(
    {
      services: hasNoAnswer(ports) ? null : services,
      lost: lostPorts(ports),
      hasCheckResult: checks.some(({ port }) => !inconclusive.has(port)),
      areChecksOn,
      inconclusive: [...inconclusive],
      unidentified: services.filter((service) => !isIdentified(service)).length,
    },
    history.at(generation),
  );
}

type PortTexts = Pick<CoveredPorts, 'scannedPorts' | 'silentPorts' | 'lostPorts'>;

const hasNoAnswer = ({ scannedPorts, silentPorts }: PortTexts): boolean =>
  silentPorts !== '' && silentPorts === scannedPorts;

/** Returns which ports count as lost: all of them if none answered. */
function lostPorts(ports: PortTexts): string | null {
  const lost = hasNoAnswer(ports) ? ports.scannedPorts : ports.lostPorts;
  return lost === ''
    ? null
    : `${/[,-]/.test(lost) ? 'ports' : 'port'} ${lost.replaceAll(',', ', ')}`;
}
