import type { CheckResult } from '../../src/pentest/checks/check.js';
import {
  createAcceptanceTimeline,
  type AcceptanceMemberRow,
  type AcceptanceRow,
  type AcceptanceTimeline,
} from '../../src/reports/read/acceptance-timeline.js';
import { createCauseResolver } from '../../src/reports/compare/cause.js';
import { createChain } from '../../src/reports/compare/chain.js';
import type { Sighting, TaskSightings } from '../../src/reports/compare/devices.js';
import type {
  PackagesResult,
  PortsResult,
  TaskHostResult,
  ReportFact,
  ReportService,
  ReportTask,
  TaskDiff,
} from '../../src/reports/diff.js';
import {
  createFactSet,
  findEverAccepted,
  type FactIndex,
  type FactSet,
} from '../../src/reports/read/result-data.js';
import { SEVERITIES, type Severity } from '../../src/knowledge/records.js';
import type {
  Fact,
  Matcher,
  MatchablePackage,
  MatchableService,
  Match,
} from '../../src/vulnerabilities/facts.js';
import { storeOtherPackages } from '../../src/vulnerabilities/matching/origin/other-packages.js';
import { otherPublisher } from '../../src/vulnerabilities/matching/origin/package-origin.js';

/**
 * Vulnerability data in its simplest form: versions of a package or product below `fixed` are affected;
 * null: all are.
 */
export interface Rule {
  cve: string;
  name: string;
  fixed: number | null;
  severity: Severity;
  unimportant?: boolean;
}
/** The rules of each generation, from generation 1 on. */
export type RuleGenerations = readonly (readonly Rule[])[];

/** An open port as a scan observed it. */
export interface HistoryPort {
  port: number;
  service: string;
  product: string | null;
  version: number | null;
  checks?: Record<string, CheckResult['result']>;
}
/** A host in one task: either inventoried (`packages`) or scanned (`ports`, `scannedPorts`). */
export interface HistoryHost {
  id: number;
  ip?: string;
  outcome?: string;
  /** no host is known at this address of a range */
  isUnanswered?: true;
  /** name → version */
  packages?: Record<string, number | string>;
  ecosystems?: readonly string[];
  ports?: readonly HistoryPort[];
  /** the ports that answered */
  scannedPorts?: readonly number[];
  /** ports that were scanned too, and gave no answer */
  silentPorts?: readonly number[];
  /** the SSH host keys on port 22 */
  keys?: readonly string[];
}
export interface HistoryTask {
  hosts: readonly HistoryHost[];
  generation: number;
  /** version of the rules of matching; default: 1 */
  rules?: number;
  /** number of changes to acceptances made until the task finished */
  change?: number;
}

const createFact = (more: Partial<Fact>): Fact => ({
  origin: 'package',
  vulnerability_id: 'CVE-1',
  package: null,
  architecture: null,
  port: null,
  transport: null,
  installed_version: null,
  fixed_version: null,
  severity: 'high',
  confidence: 'confirmed',
  advisory: 'A',
  advisory_url: null,
  feed: 'osv-debian',
  basis: {
    order: 'dpkg',
    scope: 'Debian:12',
    source: null,
    source_version: null,
    state: null,
    format: 'dpkg',
  },
  ...more,
});

const createMatch = (fact: Fact): Match => ({
  fact,
  summary: {
    id: fact.vulnerability_id,
    title: '',
    aliases: [],
    cvss_score: null,
    cvss_vector: null,
    exploitation: null,
  },
});
const toText = (version: number | null): string | null =>
  version === null ? null : String(version);
const isAffected = (rule: Rule, name: string | null, version: number | null): boolean =>
  rule.name === name && version !== null && (rule.fixed === null || version < rule.fixed);

function matchPackage(rule: Rule, { name, architecture, version }: MatchablePackage): Match {
  const { basis } = createFact({});
  return createMatch(
    createFact({
      vulnerability_id: rule.cve,
      package: name,
      architecture,
      installed_version: version,
      fixed_version: toText(rule.fixed),
      severity: rule.severity,
      basis: { ...basis, ...(rule.unimportant && { unimportant: true }) },
    }),
  );
}

const matchService = (
  rule: Rule,
  { port, transport, version }: Pick<MatchableService, 'port' | 'transport' | 'version'>,
): Match =>
  createMatch(
    createFact({
      origin: 'service',
      vulnerability_id: rule.cve,
      port,
      transport,
      installed_version: version,
      fixed_version: toText(rule.fixed),
      severity: rule.severity,
      confidence: 'version-based',
      feed: 'nvd',
    }),
  );

/** Creates a matcher that applies the rules of a generation; default: the newest. */
export function createRuleMatcher(generations: RuleGenerations): Matcher {
  const newest = generations.length;
  const rulesOf = (generation = newest): readonly Rule[] => generations[generation - 1] ?? [];
  return {
    generation: () => newest,
    matchPackages: (ecosystems, packages, generation) =>
      packages.map((p) =>
        ecosystems.length === 0
          ? []
          : rulesOf(generation)
              .filter((r) => isAffected(r, p.name, Number(p.version)))
              .map((r) => matchPackage(r, p)),
      ),
    matchService: (service, generation) => {
      const version = service.version === null ? null : Number(service.version);
      return rulesOf(generation)
        .filter((r) => isAffected(r, service.product, version))
        .map((r) => matchService(r, service));
    },
    originOf: ([ecosystem = ''], pkg) => {
      const publisher = otherPublisher(ecosystem, pkg);
      return publisher === null ? null : { publisher, isProgram: false, isMatched: false };
    },
  };
}

/** Stores the data that results refer to, with ids as the tables assign them. */
function createResultRegister(acceptances: AcceptanceTimeline, withHidden: boolean) {
  const factById = new Map<number, ReportFact>();
  const facts: FactIndex = {
    identityOf: (id) => factById.get(id)?.identity ?? -1,
    severityIndexOf: (id) => SEVERITIES.indexOf(factById.get(id)?.severity ?? 'unknown'),
    get: (id) => factById.get(id),
    ofVulnerabilities: (ids) =>
      new Set(
        [...factById.values()].filter((f) => ids.includes(f.vulnerability_id)).map((f) => f.id),
      ),
  };
  const factIds = new Map<string, number>();
  const identities = new Map<string, number>();
  const setIds = new Map<string, number>();
  const factSets = new Map<number, FactSet>();
  const states = new Map<number, MatchablePackage[]>();
  const packages = new Map<string, MatchablePackage>();

  function idOf(ids: Map<string, number>, key: string): number {
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return id;
  }
  function factId(fact: Fact): number {
    const id = idOf(factIds, JSON.stringify(fact));
    const key = [
      fact.vulnerability_id,
      fact.package,
      fact.architecture,
      fact.port,
      fact.transport,
    ].join();
    if (!fact.basis.unimportant || withHidden) {
      const identity = idOf(identities, key);
      factById.set(id, { ...fact, id, identity, basis: JSON.stringify(fact.basis) });
    }
    return id;
  }
  return {
    packageOf(name: string, version: number | string): MatchablePackage {
      const key = `${name} ${version}`;
      const known = packages.get(key) ?? {
        format: 'dpkg',
        name: name.split('#')[0] ?? '',
        version: String(version),
        architecture: 'amd64',
        source: null,
        source_version: null,
        module: null,
      };
      packages.set(key, known);
      return known;
    },
    factsId(all: readonly Fact[]): number {
      const ids = [...new Set(all.map(factId))].sort((a, b) => a - b);
      const setId = idOf(setIds, `facts ${ids.join()}`);
      const everAccepted = findEverAccepted(facts, acceptances);
      factSets.set(setId, createFactSet(ids, facts, everAccepted));
      return setId;
    },
    stateId(list: MatchablePackage[]): number {
      const names = list.map((p) => `${p.name} ${p.version}`).sort();
      const id = idOf(setIds, `state ${names.join()}`);
      states.set(id, list);
      return id;
    },
    resultData: {
      facts,
      factSet: (id: number) => factSets.get(id) ?? createFactSet([], facts, new Set()),
      packages: (id: number) => states.get(id) ?? [],
      isEmpty: (id: number) => (states.get(id) ?? []).length === 0,
      feedVersion: (feed: string, generation: number) => `${feed}@${generation}`,
      wasEmptied: () => false,
      history: {
        at: () => ({ hasData: () => true, feedsOf: () => [], feedsOfBuild: () => null }),
        feedAt: () => null,
        supportOf: () => ({
          system: null,
          state: 'unknown' as const,
          until: null,
          extended_until: null,
        }),
      },
    },
  };
}
type ResultRegister = ReturnType<typeof createResultRegister>;

const toService = (p: HistoryPort): ReportService & { state: string; details: object } => ({
  port: p.port,
  transport: 'tcp',
  state: 'open',
  service: p.service,
  product: p.product,
  version: toText(p.version),
  revision: null,
  cpe: null,
  banner: p.product && `${p.product} ${p.version}`,
  tls: null,
  details: {},
  confidence: 'confirmed',
});

const createCheckFact = (id: string, port: number): Fact =>
  createFact({
    origin: 'check',
    vulnerability_id: `hw:${id}`,
    port,
    transport: 'tcp',
    severity: 'medium',
    feed: null,
    advisory: id,
  });

interface HistoryOptions {
  matcher?: Matcher;
  /** the matcher of each version of the rules that is not the current one */
  oldMatchers?: ReadonlyMap<number, Matcher>;
  acceptances?: readonly AcceptanceRow[];
  members?: readonly AcceptanceMemberRow[];
  exists?: (hostId: number) => boolean;
  withHidden?: boolean;
}

function toSightings(hosts: readonly HistoryHost[]): TaskSightings {
  const toSighting = ({ id, ip, keys, scannedPorts = [] }: HistoryHost): Sighting => ({
    host: { host_id: id, ip: ip ?? `10.0.0.${id}`, name: `host-${id}` },
    identifiers: (scannedPorts.includes(22) ? (keys ?? []) : []).map((value) => ({
      kind: 'ssh_host_key',
      value,
      port: 22,
      subject: null,
    })),
    wasObserved: (port) => scannedPorts.includes(port),
  });
  const isDone = ({ outcome = 'done' }: HistoryHost): boolean => outcome === 'done';
  return {
    all: hosts
      .filter(isDone)
      .map(toSighting)
      .filter(({ identifiers }) => identifiers.length > 0),
    at: (hostId) => {
      const host = hosts.find(({ id }) => id === hostId);
      if (host?.outcome === 'unreachable') return 'silent';
      return host && isDone(host) ? toSighting(host) : 'unknown';
    },
  };
}

/** Compares the tasks of a history. Task n finishes at 1000 n, and its hosts are observed one second before. */
export function compareHistory(
  tasks: readonly HistoryTask[],
  generations: RuleGenerations,
  options: HistoryOptions = {},
): TaskDiff[] {
  const { exists = () => true, withHidden = false } = options;
  const acceptances = createAcceptanceTimeline(options.acceptances ?? [], options.members);
  const register = createResultRegister(acceptances, withHidden);
  const matcher = createRuleMatcher(generations);
  const rows = tasks.map(({ hosts, generation, rules = 1 }, i) => {
    const result = { observed_at: (i + 1) * 1000 - 1, generation, rules };
    const matcherThen = options.oldMatchers?.get(rules) ?? matcher;
    return hosts.map((host) => toTaskHost(host, result, register, matcherThen));
  });
  const chain = createChain(
    {
      resultData: register.resultData,
      acceptances,
      causeResolver: createCauseResolver(options.matcher ?? matcher, withHidden),
      originOf: (options.matcher ?? matcher).originOf,
    },
    exists,
  );
  return tasks.map((task, i) => {
    const reported: ReportTask = {
      id: i + 1,
      finished_at: (i + 1) * 1000,
      started_at: (i + 1) * 1000 - 5,
      acceptance_changes: task.change ?? 0,
      status: 'completed',
      are_checks_on: true,
      collects: 'packages',
    };
    return chain.compareTask(reported, rows[i] ?? [], true, toSightings(task.hosts));
  });
}

type ResultTime = Pick<PackagesResult, 'observed_at' | 'generation' | 'rules'>;

function toTaskHost(
  host: HistoryHost,
  time: ResultTime,
  register: ResultRegister,
  matcher: Matcher,
): TaskHostResult {
  const { id, ip = `10.0.0.${id}`, outcome = 'done' } = host;
  const row = {
    host_id: id,
    ip,
    name: `host-${id}`,
    outcome,
    detail: outcome === 'done' ? null : 'It did not answer.',
    isUnanswered: host.isUnanswered === true,
  };
  if (!host.packages && !host.scannedPorts && !host.ports) return { ...row, result: null };
  const result = host.packages
    ? toPackagesResult(host, time, register, matcher)
    : toPortsResult(host, time, register, matcher);
  return { ...row, result };
}

function toPackagesResult(
  { packages = {}, ecosystems = ['Debian:12'] }: HistoryHost,
  time: ResultTime,
  register: ResultRegister,
  matcher: Matcher,
): PackagesResult {
  const list = Object.entries(packages).map(([name, version]) => register.packageOf(name, version));
  const matches = matcher.matchPackages(ecosystems, list, time.generation).flat();
  return {
    kind: 'packages',
    sequence: 0,
    ...time,
    ecosystems: JSON.stringify(ecosystems),
    system: null,
    package_list: 'whole',
    other_packages: storeOtherPackages(list, (pkg) => matcher.originOf(ecosystems, pkg)),
    state_id: register.stateId(list),
    facts_id: register.factsId(matches.map((m) => m.fact)),
  };
}

function toPortsResult(
  { ports = [], scannedPorts, silentPorts = [] }: HistoryHost,
  time: ResultTime,
  register: ResultRegister,
  matcher: Matcher,
): PortsResult {
  const open = ports.filter((p) => scannedPorts?.includes(p.port) ?? true);
  const services = open.map(toService);
  const checks = open.flatMap((p) =>
    Object.entries(p.checks ?? {}).map(([check, result]) => ({
      id: check,
      port: p.port,
      transport: 'tcp' as const,
      result,
      evidence: null,
    })),
  );
  const facts = [
    ...services.flatMap((s) => matcher.matchService(s, time.generation)).map((m) => m.fact),
    ...checks.filter((c) => c.result === 'weak').map((c) => createCheckFact(c.id, c.port)),
  ];
  return {
    kind: 'ports',
    sequence: 0,
    ...time,
    facts_id: register.factsId(facts),
    scannedPorts: [...(scannedPorts ?? open.map((p) => p.port)), ...silentPorts].join(','),
    silentPorts: silentPorts.join(','),
    lostPorts: '',
    services,
    checks,
  };
}
