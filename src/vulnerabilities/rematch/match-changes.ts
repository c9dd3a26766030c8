import { mapBy } from '../../lib/collections.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Matcher, MatchableService } from '../facts.js';
import { HOST_SERVICES } from '../findings/match-host.js';
import {
  createHostStates,
  NO_STATE,
  stateDigest,
  type HostState,
} from '../matching/packages/host-packages.js';
import type { StaleHost } from './stale-hosts.js';
import type { ChangedPackages } from './fleet-packages.js';
import type { PackageMatches } from './package-matches.js';
import type { FactRef, HostRematch } from './messages.js';
import type { FactRefs } from './fact-refs.js';
import { createStoredFacts, type StoredFact } from './stored-facts.js';

interface Parts {
  sqlite: Sqlite;
  matcher: Pick<Matcher, 'matchService'>;
  generation: number;
  judged: PackageMatches;
  refs: Pick<FactRefs, 'refOf' | 'identity'>;
}
type Difference = Pick<HostRematch, 'remove' | 'add' | 'renew'>;

/** What the knowledge changes about hosts. @param changed the packages that may be judged differently; null: all are looked at */
export type MatchChanges = (
  hosts: readonly StaleHost[],
  changed: ChangedPackages | null,
) => HostRematch[];

/** A host as it is, with the numbers of the packages to be looked at. */
interface Looked {
  host: StaleHost;
  state: HostState;
  ids: number[];
}

/** Comes to what createHostMatcher would store, and stores nothing. */
export function createChangeMatcher({
  sqlite,
  matcher: judge,
  generation,
  judged,
  refs,
}: Parts): MatchChanges {
  const stateOf = createHostStates(sqlite);
  // As one text: a row each would take several times as long.
  const findings = sqlite
    .prepare<[number], string>(
      'SELECT json_group_array(fact_id) FROM (SELECT fact_id FROM host_findings WHERE host_id = ? ORDER BY fact_id)',
    )
    .pluck();
  const services = sqlite.prepare<[number], MatchableService>(HOST_SERVICES);
  const storedFact = createStoredFacts(sqlite);
  const ofService = remembering((service: MatchableService) =>
    judge.matchService(service, generation).map(refs.refOf),
  );
  const differenceOf = createDifference(sqlite, storedFact, refs);

  const look = (host: StaleHost, changed: ChangedPackages | null): Looked => {
    const state = stateOf(host.id) ?? NO_STATE;
    const installed = numbersIn(state.packages);
    return {
      host,
      state,
      ids: changed === null ? installed : installed.filter((id) => changed.ids.has(id)),
    };
  };
  const packagesOf = (
    { host, state: { ecosystems: scopes, running }, ids }: Looked,
    had: readonly StoredFact[],
    changed: ChangedPackages | null,
  ): Difference =>
    differenceOf(
      host.id,
      had,
      (fact) => changed === null || changed.keys.has(fact.package),
      judged.factsOf(scopes, running, ids),
    );
  const servicesOf = (host: number, had: readonly StoredFact[]): Difference => {
    const told = services.all(host);
    const ports = new Set(told.map((s) => `${s.transport}/${s.port}`));
    return differenceOf(
      host,
      had.filter(({ port }) => ports.has(port)),
      () => true,
      told.flatMap(ofService),
    );
  };
  const changeOf = (looked: Looked, changed: ChangedPackages | null): HostRematch => {
    const {
      host: { id, before, services: hasServices },
      state,
    } = looked;
    const had = (JSON.parse(findings.get(id) ?? '[]') as number[]).map(storedFact);
    const of = (origin: StoredFact['origin']): StoredFact[] =>
      had.filter((fact) => fact.origin === origin);
    const digest = changed !== null && before ? before.state : stateDigest(state).toString('hex');
    const parts = [
      ...(hasServices ? [servicesOf(id, of('service'))] : []),
      packagesOf(looked, of('package'), changed),
    ];
    return {
      host: id,
      before,
      state: digest,
      remove: parts.flatMap(({ remove }) => remove),
      add: parts.flatMap(({ add }) => add),
      renew: parts.flatMap(({ renew }) => renew),
    };
  };
  return (hosts, changed) => {
    const looked = hosts.map((host) => look(host, changed));
    for (const [scopes, alike] of mapBy(looked, ({ state }) => state.ecosystems))
      judged.matchAhead(
        scopes,
        alike.map(({ ids }) => ids),
      );
    return looked.map((one) => changeOf(one, changed));
  };
}

const numbersIn = (list: string | null): number[] => JSON.parse(`[${list ?? ''}]`) as number[];

/** From the findings that were looked at to what stands there now. Since when a vulnerability is in a place is told by all of `had`. */
type DifferenceOf = (
  host: number,
  had: readonly StoredFact[],
  isLookedAt: (fact: StoredFact) => boolean,
  now: readonly FactRef[],
) => Difference;

function createDifference(
  sqlite: Sqlite,
  storedFact: (id: number) => StoredFact,
  refs: Pick<FactRefs, 'identity'>,
): DifferenceOf {
  const times = sqlite.prepare<[number], { fact_id: number; first_seen: number }>(
    'SELECT fact_id, first_seen FROM host_findings WHERE host_id = ? ORDER BY fact_id',
  );
  return (host, had, isLookedAt, now) => {
    const wanted = new Set(now);
    const known = new Set(had.map(({ id }) => id));
    const added = [...wanted].filter((fact) => !known.has(fact)).sort((a, b) => a - b);
    const remove = had
      .filter((fact) => !wanted.has(fact.id) && isLookedAt(fact))
      .map(({ id }) => id);
    if (added.length === 0 || had.length === 0) return { remove, add: added, renew: [] };
    const since = new Map(
      times
        .all(host)
        .filter(({ fact_id }) => known.has(fact_id))
        .map(({ fact_id, first_seen }) => [storedFact(fact_id).identity, first_seen]),
    );
    const renew = added
      .flatMap((fact) => ({ fact, since: since.get(refs.identity(fact)) }))
      .filter((one): one is HostRematch['renew'][number] => one.since !== undefined);
    const renewed = new Set(renew.map(({ fact }) => fact));
    return { remove, add: added.filter((fact) => !renewed.has(fact)), renew };
  };
}

/** Many hosts tell the same of themselves. */
function remembering(
  judge: (service: MatchableService) => FactRef[],
): (service: MatchableService) => FactRef[] {
  const known = new Map<string, FactRef[]>();
  return (service) => {
    const key = JSON.stringify(service);
    let found = known.get(key);
    if (!found) known.set(key, (found = judge(service)));
    return found;
  };
}
