import type { CheckResult } from '../../src/pentest/checks/check.js';
import {
  createAcceptanceTimeline,
  type AcceptanceRow,
  type AcceptanceTimeline,
} from '../../src/reports/read/acceptance-timeline.js';
import { createCauseResolver } from '../../src/reports/compare/cause.js';
import { createChain } from '../../src/reports/compare/chain.js';
import type {
  TaskHostResult,
  ReportFact,
  ReportService,
  ReportTask,
  TaskDiff,
} from '../../src/reports/diff.js';
import { factSet, type FactIndex, type FactSet } from '../../src/reports/read/result-data.js';
import { SEVERITIES, type Severity } from '../../src/knowledge/records.js';
import type { Fact, Matcher, MatchablePackage, Match } from '../../src/vulnerabilities/facts.js';

/** A rule of the made-up knowledge: this vulnerability is in versions of a package (or product) below `fixed`; null: in all. */
export interface Rule {
  cve: string;
  name: string;
  fixed: number | null;
  severity: Severity;
  unimportant?: boolean;
}
export type Knowledge = readonly (readonly Rule[])[];

export interface WorldPort {
  port: number;
  service: string;
  product: string | null;
  version: number | null;
  checks?: Record<string, CheckResult['result']>;
}
export interface WorldHost {
  id: number;
  ip?: string;
  outcome?: string;
  /** name → version; undefined: this host was scanned */
  packages?: Record<string, number>;
  scopes?: readonly string[];
  ports?: readonly WorldPort[];
  looked_at?: readonly number[];
}
export interface WorldTask {
  hosts: readonly WorldHost[];
  generation: number;
  change?: number;
}

const fact = (more: Partial<Fact>): Fact => ({
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

const judgement = (f: Fact): Match => ({
  fact: f,
  summary: { id: f.vulnerability_id, title: '', aliases: [], cvss_score: null, cvss_vector: null },
});
const text = (version: number | null): string | null => (version === null ? null : String(version));
const hits = (rule: Rule, name: string | null, version: number | null): boolean =>
  rule.name === name && version !== null && (rule.fixed === null || version < rule.fixed);

/** Judges by rules: the simplest knowledge there can be. */
export function ruleJudge(knowledge: Knowledge): Matcher & { asked: number } {
  const rules = (generation = knowledge.length): readonly Rule[] => knowledge[generation - 1] ?? [];
  const judge = {
    asked: 0,
    generation: () => knowledge.length,
    matchPackages: (
      scopes: readonly string[],
      packages: readonly MatchablePackage[],
      generation?: number,
    ) =>
      packages.map((p) => {
        judge.asked += 1;
        const base = fact({}).basis;
        return scopes.length === 0
          ? []
          : rules(generation)
              .filter((r) => hits(r, p.name, Number(p.version)))
              .map((r) =>
                judgement(
                  fact({
                    vulnerability_id: r.cve,
                    package: p.name,
                    architecture: p.architecture,
                    installed_version: p.version,
                    fixed_version: text(r.fixed),
                    severity: r.severity,
                    basis: { ...base, ...(r.unimportant && { unimportant: true }) },
                  }),
                ),
              );
      }),
    matchService: (
      s: { port: number; transport: 'tcp' | 'udp'; product: string | null; version: string | null },
      generation?: number,
    ) =>
      rules(generation)
        .filter((r) => hits(r, s.product, s.version === null ? null : Number(s.version)))
        .map((r) =>
          judgement(
            fact({
              origin: 'service',
              vulnerability_id: r.cve,
              port: s.port,
              transport: s.transport,
              installed_version: s.version,
              fixed_version: text(r.fixed),
              severity: r.severity,
              confidence: 'version-based',
              feed: 'nvd',
            }),
          ),
        ),
  };
  return judge;
}

/** Numbers for everything that results point to, as the tables give them. */
export function createRegister(accepted: AcceptanceTimeline, withHidden = false) {
  const whole = new Map<number, ReportFact>();
  const facts: FactIndex = {
    identityOf: (n) => whole.get(n)?.identity ?? -1,
    severityOf: (n) => SEVERITIES.indexOf(whole.get(n)?.severity ?? 'unknown'),
    get: (n) => whole.get(n),
    ofVulnerabilities: (ids) =>
      new Set([...whole.values()].filter((f) => ids.includes(f.vulnerability_id)).map((f) => f.id)),
  };
  const byText = new Map<string, number>();
  const identities = new Map<string, number>();
  const sets = new Map<string, number>();
  const factSets = new Map<number, FactSet>();
  const states = new Map<number, MatchablePackage[]>();
  const packages = new Map<string, MatchablePackage>();
  const number = (map: Map<string, number>, key: string): number =>
    map.get(key) ?? (map.set(key, map.size + 1), map.size);
  const factId = (f: Fact): number => {
    const id = number(byText, JSON.stringify(f));
    if (!f.basis.unimportant || withHidden)
      whole.set(id, {
        ...f,
        id,
        identity: number(
          identities,
          [f.vulnerability_id, f.package, f.architecture, f.port, f.transport].join(),
        ),
        basis: JSON.stringify(f.basis),
      });
    return id;
  };
  return {
    facts,
    packageOf(name: string, version: number): MatchablePackage {
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
      const numbers = [...new Set(all.map(factId))].sort((a, b) => a - b);
      const id = number(sets, `facts ${numbers.join()}`);
      factSets.set(id, factSet(numbers, facts, facts.ofVulnerabilities(accepted.concerned)));
      return id;
    },
    stateId(list: MatchablePackage[]): number {
      const id = number(
        sets,
        `state ${list
          .map((p) => `${p.name} ${p.version}`)
          .sort()
          .join()}`,
      );
      states.set(id, list);
      return id;
    },
    stock: {
      facts,
      set: (id: number) => factSets.get(id) ?? factSet([], facts, new Set()),
      packages: (id: number) => states.get(id) ?? [],
      isEmpty: (id: number) => (states.get(id) ?? []).length === 0,
      feedVersion: (feed: string, generation: number) => `${feed}@${generation}`,
      wasEmptied: () => false,
      hasData: () => true,
    },
  };
}

export const serviceOf = (p: WorldPort): ReportService & { state: string; details: object } => ({
  port: p.port,
  transport: 'tcp',
  state: 'open',
  service: p.service,
  product: p.product,
  version: text(p.version),
  revision: null,
  cpe: null,
  banner: p.product && `${p.product} ${p.version}`,
  tls: null,
  details: {},
  confidence: 'confirmed',
});

const checkFact = (id: string, port: number): Fact =>
  fact({
    origin: 'check',
    vulnerability_id: `hw:${id}`,
    port,
    transport: 'tcp',
    severity: 'medium',
    feed: null,
    advisory: id,
  });

export interface WorldOptions {
  judge?: Matcher;
  acceptances?: readonly AcceptanceRow[];
  exists?: (hostId: number) => boolean;
  withHidden?: boolean;
}

/** What the chain says of a made-up history. Task n finishes at 1000 n and looks at its hosts a second before. */
export function chainOf(
  tasks: readonly WorldTask[],
  knowledge: Knowledge,
  { acceptances = [], exists = () => true, withHidden = false, judge: asked }: WorldOptions = {},
): TaskDiff[] {
  const accepted = createAcceptanceTimeline(acceptances);
  const register = createRegister(accepted, withHidden);
  const judge = ruleJudge(knowledge);
  const rows = tasks.map((task, i) =>
    task.hosts.map((host) => rowOf(host, task.generation, (i + 1) * 1000 - 1, register, judge)),
  );
  const chain = createChain(
    { stock: register.stock, accepted, causes: createCauseResolver(asked ?? judge, withHidden) },
    exists,
  );
  return tasks.map((task, i) => {
    const reported: ReportTask = {
      id: i + 1,
      finished_at: (i + 1) * 1000,
      started_at: (i + 1) * 1000 - 5,
      acceptance_changes: task.change ?? 0,
      status: 'completed',
    };
    return chain.take(reported, rows[i] ?? []);
  });
}

function rowOf(
  host: WorldHost,
  generation: number,
  observed_at: number,
  register: ReturnType<typeof createRegister>,
  judge: Matcher,
): TaskHostResult {
  const { id, ip = `10.0.0.${id}`, outcome = 'done' } = host;
  const row = {
    host_id: id,
    ip,
    name: `host-${id}`,
    outcome,
    detail: outcome === 'done' ? null : 'It did not answer.',
  };
  if (!host.packages && !host.looked_at && !host.ports) return { ...row, result: null };
  if (host.packages) {
    const scopes = host.scopes ?? ['Debian:12'];
    const list = Object.entries(host.packages).map(([name, version]) =>
      register.packageOf(name, version),
    );
    const facts = judge
      .matchPackages(scopes, list, generation)
      .flat()
      .map((j) => j.fact);
    return {
      ...row,
      result: {
        kind: 'packages',
        number: 0,
        observed_at,
        generation,
        scopes: JSON.stringify(scopes),
        state_id: register.stateId(list),
        facts_id: register.factsId(facts),
      },
    };
  }
  const open = (host.ports ?? []).filter((p) => host.looked_at?.includes(p.port) ?? true);
  const services = open.map(serviceOf);
  const checks = open.flatMap((p) =>
    Object.entries(p.checks ?? {}).map(([check, result]) => ({
      id: check,
      port: p.port,
      transport: 'tcp',
      result,
      evidence: null,
    })),
  );
  const facts = [
    ...services.flatMap((s) => judge.matchService(s, generation)).map((j) => j.fact),
    ...checks.filter((c) => c.result === 'weak').map((c) => checkFact(c.id, c.port)),
  ];
  return {
    ...row,
    result: {
      kind: 'ports',
      number: 0,
      observed_at,
      generation,
      facts_id: register.factsId(facts),
      looked_at: (host.looked_at ?? open.map((p) => p.port)).join(','),
      services: JSON.stringify(services),
      checks: JSON.stringify(checks),
    },
  };
}
