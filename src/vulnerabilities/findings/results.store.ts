import type { Sqlite } from '../../database/sqlite.js';
import type { CheckInfo, CheckResult } from '../../pentest/checks/check.js';
import { identifiersOf, type MachineEvidence } from '../../pentest/identity/identifiers.js';
import type { FoundService } from '../../pentest/service.js';
import type { ServiceFingerprint } from '../../pentest/service-fingerprint.js';
import type { Match, Matcher } from '../facts.js';
import type { FactGc } from '../gc/facts.gc.js';
import type { ResultGc } from '../gc/results.gc.js';
import { causeOfMatch, type Cause } from '../ledger/cause.js';
import { RULES_VERSION } from '../rules-version.js';
import { withFactKey, type FactStore } from './facts.store.js';
import type { FindingsStore } from './findings.store.js';
import type { StoredFinding } from './findings.statements.js';
import {
  createIdSetStore,
  prepareResultStatements,
  type StoreIdSet,
} from './results.statements.js';
import { conclusivePorts, type KnownService } from './scan-coverage.js';

interface ResultStoreDeps {
  sqlite: Sqlite;
  matcher: Matcher;
  facts: FactStore;
  findings: FindingsStore;
  factGc: Pick<FactGc, 'protect'>;
  resultGc: Pick<ResultGc, 'protect'>;
  checkInfo: (id: string) => CheckInfo | null;
}

type Statements = ReturnType<typeof prepareResultStatements>;

interface Scan extends MachineEvidence {
  services: readonly FoundService[];
  scanned_ports: readonly number[];
  silent_ports?: readonly number[];
  checks?: readonly CheckResult[];
}

/**
 * The result of one host in one task. `isKnown`: the host still exists with the same address; `isOtherDevice`: another
 * device than before answers there.
 */
interface HostTaskResult {
  taskId: number;
  hostId: number;
  isKnown: boolean;
  isOtherDevice?: boolean;
  result: { outcome: string; scan?: Scan; packages?: true };
}

/**
 * Stores what a task found on a host, permanently, and updates the findings on its ports. Inside the transaction that
 * stores the outcome, before its services are stored. Throws KnowledgeError, before any change, if the vulnerability
 * database cannot be read.
 */
export type StoreFindings = (found: HostTaskResult, now: number) => void;

export function createStoreFindings(deps: ResultStoreDeps): StoreFindings {
  const statements = prepareResultStatements(deps.sqlite);
  const storeIds = createIdSetStore(deps.sqlite);
  const storePackages = createPackageResultStore(deps, statements, storeIds);
  const storeScan = createScanResultStore(deps, statements, storeIds);
  return ({ taskId, hostId, result: { outcome, scan, packages }, ...host }, now) => {
    if (outcome !== 'done') return;
    statements.nextNumber.run();
    if (packages && host.isKnown) storePackages(taskId, hostId);
    if (scan) storeScan({ taskId, hostId, ...host, scan }, now);
  };
}

function createScanResultStore(
  { matcher, facts, findings, factGc, checkInfo }: ResultStoreDeps,
  statements: Statements,
  storeIds: StoreIdSet,
) {
  const knownServices = (hostId: number): KnownService[] =>
    statements.services.all(hostId).map(({ identified_as, ...current }) => ({
      ...current,
      ...(identified_as !== null && (JSON.parse(identified_as) as ServiceFingerprint)),
    }));

  const wasScanned = (hostId: number, taskId: number): boolean =>
    statements.otherScan.get(hostId, taskId) !== undefined;

  const cause = (hostId: number, generation: number): Cause => {
    const last = statements.lastMatch.get(hostId);
    const isSameData = last?.generation === generation && last.rules === RULES_VERSION;
    return causeOfMatch({ isSameData: isSameData || last === undefined, isSameState: false });
  };

  return (found: Omit<HostTaskResult, 'result'> & { scan: Scan }, now: number): void => {
    const { taskId, hostId, isKnown, isOtherDevice = false, scan } = found;
    const generation = matcher.generation();
    const matches = matchScan(scan, matcher, checkInfo);
    const ids = facts.internFacts(matches.map(withFactKey));
    if (isKnown) {
      const known = isOtherDevice ? [] : knownServices(hostId);
      const { wasChecked, isLessSpecific } = conclusivePorts(scan, known);
      const isDoubtful = ({ fact }: Match): boolean =>
        fact.origin === 'service' && isLessSpecific(fact);
      const doubtful = new Set(ids.filter((_, i) => matches[i] && isDoubtful(matches[i])));
      const checked = ids.filter((id) => !doubtful.has(id));
      findings.replace(hostId, isOtherDevice ? isAtPort : wasChecked, checked, now, {
        isBaseline: () => isOtherDevice || (known.length === 0 && !wasScanned(hostId, taskId)),
        isSameDevice: !isOtherDevice,
        cause: cause(hostId, generation),
      });
    }
    factGc.protect(ids);
    statements.save.run({
      taskId,
      hostId,
      kind: 'ports',
      observed_at: now,
      generation,
      scopes: '[]',
      rules: RULES_VERSION,
      system: null,
      state_id: null,
      package_list: 'whole',
      other_packages: null,
      identifiers: toJson(identifiersOf(scan)),
      facts_id: storeIds(ids),
    });
  };
}

/** Whether a finding is of a port: then no finding of another device stays. */
const isAtPort = ({ port }: Pick<StoredFinding, 'port'>): boolean => port !== null;

const toJson = (list: readonly unknown[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list);

function matchScan(scan: Scan, matcher: Matcher, checkInfo: ResultStoreDeps['checkInfo']): Match[] {
  const services = scan.services.flatMap((service) => matcher.matchService(service));
  const programs = new Map(
    scan.services.map(({ port, transport, product }) => [`${port}/${transport}`, product]),
  );
  const checks = (scan.checks ?? []).flatMap((check) => {
    const program = programs.get(`${check.port}/${check.transport}`) ?? null;
    return matchFromCheck(check, checkInfo(check.id), program) ?? [];
  });
  return [...services, ...checks];
}

// The findings in packages were stored with the inventory, or when the generation changed later. Packages that an
// earlier report listed were not observed by this task: an unreadable list is stored as an empty one.
function createPackageResultStore(
  { findings, factGc, resultGc }: ResultStoreDeps,
  statements: Statements,
  storeIds: StoreIdSet,
) {
  return (taskId: number, hostId: number): void => {
    const inventory = statements.inventory.get(hostId);
    // The findings are of other packages: these could not be matched.
    if (inventory === undefined || inventory.generation === null) return;
    const isRead = inventory.packages_read === 1;
    const packages =
      isRead && inventory.packages !== null ? inventory.packages.split(',').map(Number) : [];
    const stateId = storeIds(packages);
    // If another result is in the same state, its packages are marked as kept already.
    if (statements.hasState.get(stateId) === undefined)
      statements.keepPackages.run(JSON.stringify(packages));
    resultGc.protect(packages);
    const ids = isRead ? findings.listPackageFacts(hostId) : [];
    factGc.protect(ids);
    statements.save.run({
      taskId,
      hostId,
      kind: 'packages',
      observed_at: inventory.collected_at,
      generation: inventory.generation,
      scopes: inventory.scopes,
      rules: inventory.rules ?? 0,
      system: inventory.system,
      state_id: stateId,
      package_list: inventory.package_list,
      other_packages: isRead ? inventory.other_packages : null,
      identifiers: null,
      facts_id: storeIds(ids),
    });
  };
}

/** Returns the match of a check with the result `weak`; otherwise null. The id of the check is its vulnerability. */
function matchFromCheck(
  { id, port, transport, result, evidence }: CheckResult,
  info: CheckInfo | null,
  program: string | null,
): Match | null {
  if (result !== 'weak' || info === null) return null;
  return {
    summary: {
      id,
      title: info.title,
      aliases: [],
      cvss_score: null,
      cvss_vector: null,
      exploitation: null,
    },
    fact: {
      origin: 'check',
      vulnerability_id: id,
      package: null,
      architecture: null,
      port,
      transport,
      installed_version: null,
      fixed_version: null,
      severity: info.severity,
      confidence: 'confirmed',
      advisory: id,
      advisory_url: info.url,
      feed: null,
      basis: {
        order: null,
        scope: null,
        source: null,
        source_version: null,
        state: null,
        format: null,
        ...(program !== null && { program }),
        ...(evidence !== null && { evidence }),
      },
    },
  };
}
