import type { Sqlite } from '../../database/sqlite.js';
import type { Matcher, MatchablePackage, MatchableService } from '../facts.js';
import { withFactKey, type FactStore } from './facts.store.js';
import type { FindingsStore, WasChecked } from './findings.store.js';
import { packageKey } from '../rematch/fleet-packages.js';
import {
  createHostPackageMatcher,
  createHostStates,
  NO_STATE,
  stateDigest,
  type HostState,
} from '../matching/packages/host-packages.js';
import { diffHostStates, type PackageDelta } from '../matching/packages/state-difference.js';

interface Parts {
  sqlite: Sqlite;
  matcher: Matcher;
  facts: FactStore;
  findings: FindingsStore;
}

/** The packages of a host as they are judged. */
export const HOST_PACKAGES =
  'SELECT p.format, p.name, p.version, p.architecture, p.source, p.source_version, p.module FROM host_packages h JOIN packages p ON p.id = h.package_id WHERE h.host_id = ? ORDER BY p.id';
const SOME_PACKAGES =
  'SELECT id, format, name, version, architecture, source, source_version, module FROM packages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id';
/** The services of a host that told a version. Of the others nothing new can be said. */
export const HOST_SERVICES =
  'SELECT port, transport, service, product, version, revision, cpe, banner FROM services WHERE host_id = ? AND version IS NOT NULL';

const SAVE = `INSERT INTO host_judgements (host_id, generation, state, looked_at) VALUES (@hostId, @generation, @state, coalesce(@lookedAt, 0))
  ON CONFLICT DO UPDATE SET generation = excluded.generation, state = excluded.state, looked_at = coalesce(@lookedAt, looked_at)`;

/**
 * Brings the findings of a host up to date with its stored inventory and the newest knowledge (those of its services only with the knowledge: scans see to the rest).
 * Cheap where neither changed. Inside a transaction only.
 * @param lookedAt when its packages were read, Unix seconds; null: they were not, only the knowledge may have changed
 * @param was its state before the inventory was stored: where the findings are of that state, only the packages that came or went are looked at
 */
export type MatchHost = (
  hostId: number,
  lookedAt: number | null,
  now: number,
  was?: HostState,
) => void;

const isOfPackage: WasChecked = ({ origin }) => origin === 'package';

/** Throws KnowledgeError when that can't be read; nothing was changed then. */
export function createHostMatcher({ sqlite, matcher: judge, facts, findings }: Parts): MatchHost {
  const stateOf = createHostStates(sqlite);
  const judgement = sqlite.prepare<[number], { generation: number; state: Buffer }>(
    'SELECT generation, state FROM host_judgements WHERE host_id = ?',
  );
  const packages = sqlite.prepare<[number], MatchablePackage>(HOST_PACKAGES);
  const some = sqlite.prepare<[string], MatchablePackage & { id: number }>(SOME_PACKAGES);
  const services = sqlite.prepare<[number], MatchableService>(HOST_SERVICES);
  const save = sqlite.prepare(SAVE);
  const judgePackages = createHostPackageMatcher(judge);
  const renewPackages = (
    hostId: number,
    { ecosystems: scopes, running }: HostState,
    now: number,
  ): void => {
    const judged = judgePackages(scopes, running, packages.all(hostId));
    findings.replace(hostId, isOfPackage, facts.internFacts(judged), now);
  };
  /** False: a package that went is not known any more. Of what stays nothing is read: no two packages of a host have the same name, version and architecture. */
  const renewSome = (
    hostId: number,
    { ecosystems: scopes, running }: HostState,
    { removed: gone, added: come }: PackageDelta,
    now: number,
  ): boolean => {
    const changed = some.all(JSON.stringify([...gone, ...come]));
    if (changed.length < gone.length + come.length) return false;
    const keys = new Set(changed.map(packageKey));
    const added = new Set(come);
    const judged = judgePackages(
      scopes,
      running,
      changed.filter(({ id }) => added.has(id)),
    );
    const isChanged: WasChecked = (f) =>
      isOfPackage(f) &&
      keys.has(
        packageKey({ name: f.package, version: f.installed_version, architecture: f.architecture }),
      );
    findings.replace(hostId, isChanged, facts.internFacts(judged), now, isOfPackage);
    return true;
  };
  const renewServices = (hostId: number, now: number): void => {
    const told = services.all(hostId);
    const places = new Set(told.map((s) => `${s.transport}/${s.port}`));
    findings.replace(
      hostId,
      ({ origin, transport, port }) => origin === 'service' && places.has(`${transport}/${port}`),
      facts.internFacts(told.flatMap((s) => judge.matchService(s).map(withFactKey))),
      now,
    );
  };
  return (hostId, lookedAt, now, was) => {
    const state = stateOf(hostId) ?? NO_STATE;
    const digest = stateDigest(state);
    const generation = judge.generation();
    const before = judgement.get(hostId);
    const isOlder = before?.generation !== generation || before.state.length === 0; // no state: nobody could judge it, its services neither
    if (isOlder) renewServices(hostId, now);
    if (isOlder || !before.state.equals(digest)) {
      const difference =
        !isOlder && was && before.state.equals(stateDigest(was))
          ? diffHostStates(was, state)
          : null;
      if (difference === null || !renewSome(hostId, state, difference, lookedAt ?? now))
        renewPackages(hostId, state, lookedAt ?? now);
    } else if (lookedAt === null) return;
    save.run({ hostId, generation, state: digest, lookedAt });
  };
}
