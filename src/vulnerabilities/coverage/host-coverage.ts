import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import {
  packagesCoverage,
  portList,
  servicesCoverage,
  type Coverage,
  type ServiceBuild,
} from './coverage.js';
import {
  findCoverageInput,
  readCoverageInputs,
  readPrograms,
  type CoverageInput,
  type ServicesOfHost,
} from './coverage.repository.js';
import { withVerdicts } from './coverage-part.js';
import { readOtherPackages } from '../matching/origin/other-packages.js';
import { readProductCounts } from './product-counts.js';
import { createDataHistory, type DataHistory, type StaleRule } from './loaded-data.js';

const NO_SERVICES: ServicesOfHost = {
  builds: [],
  hasOthers: 0,
  hasCheckResult: 0,
  hasChecksOff: 0,
  unidentified: 0,
  inconclusive: [],
  lost: [],
};

const NO_INPUT: CoverageInput = {
  scopes: null,
  system: null,
  has_packages: null,
  package_list: null,
  is_refused: 0,
  generation: null,
  other_packages: null,
  services: JSON.stringify(NO_SERVICES),
  ports_scanned: 0,
  unanswered: 0,
};

/**
 * Returns the current coverage of a host: of its stored inventory and its known services, with the CVEs that name their
 * programs.
 */
export function readHostCoverage(
  sqlite: Sqlite,
  knowledge: Knowledge,
  hostId: number,
  rule: StaleRule,
): Coverage {
  const history = createDataHistory(knowledge, rule);
  const generation = knowledge.generation();
  const coverage = coverageOf(findCoverageInput(sqlite, hostId) ?? NO_INPUT, history, generation);
  const dataFrom = history.feedAt('nvd', generation)?.data_from ?? null;
  const programs = dataFrom === null ? [] : readPrograms(sqlite, hostId);
  if (dataFrom === null || programs.length === 0) return coverage;
  const products = readProductCounts(knowledge.sqlite, programs, { dataFrom, generation });
  const services = products.length === 0 ? coverage.services : { ...coverage.services, products };
  return { ...coverage, services };
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
    packages_count = null,
    package_list,
    is_refused,
    generation,
    other_packages,
    services,
    ports_scanned,
  }: CoverageInput,
  history: Pick<DataHistory, 'at' | 'supportOf'>,
  newest: number,
): Coverage {
  const ofServices = JSON.parse(services) as ServicesOfHost;
  const ecosystems = scopes === null ? [] : (JSON.parse(scopes) as string[]);
  const others = readOtherPackages(other_packages);
  const packages = packagesCoverage(
    {
      ecosystems,
      system,
      packageCount: has_packages,
      list: package_list ?? 'whole',
      isRefused: is_refused === 1,
      others,
      support: history.supportOf(ecosystems, system),
    },
    history.at(generation ?? newest),
  );
  return {
    packages: withVerdicts(packages, packages_count, others),
    services: servicesCoverage(
      {
        services: knownServices(ofServices, ports_scanned === 1),
        areChecksOn: ofServices.hasChecksOff === 0,
        inconclusive: ofServices.inconclusive,
        unidentified: ofServices.unidentified,
        lost: ofServices.lost.length > 0 ? portList(ofServices.lost) : null,
        hasCheckResult: ofServices.hasCheckResult === 1,
      },
      history.at(newest),
    ),
  };
}

function toBuild(lines: string): ServiceBuild {
  const [cpe = null, version = null, revision = null] = lines.split('\n');
  return { cpe, version, revision };
}

const OTHER_SERVICE: ServiceBuild = { cpe: null, version: null, revision: null };

/** Returns the services as the coverage of services needs them; null: the ports were never scanned. */
function knownServices(
  { builds, hasOthers }: ServicesOfHost,
  isScanned: boolean,
): readonly ServiceBuild[] | null {
  const services = [...builds.map(toBuild), ...(hasOthers === 1 ? [OTHER_SERVICE] : [])];
  return services.length === 0 && !isScanned ? null : services;
}
