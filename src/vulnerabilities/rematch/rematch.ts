import { mapBy } from '../../lib/collections.js';
import { openSqlite, type Sqlite } from '../../database/sqlite.js';
import { readKnowledge, type Knowledge } from '../../knowledge/open-knowledge.js';
import { wrapKnowledgeErrors } from '../../knowledge/errors.js';
import { createMatcher } from '../matching/matcher.js';
import { listStaleHosts, type StaleHost } from './stale-hosts.js';
import { readFleetPackages } from './fleet-packages.js';
import { createChangeMatcher } from './match-changes.js';
import { createPackageMatches } from './package-matches.js';
import { knowledgeChangesBetween, type KnowledgeChanges } from './knowledge-changes.js';
import { createBatch, type HostRematch, type RematchBatch, type RematchJob } from './messages.js';
import { summaryChanges } from './summary-changes.js';
import { createFactRefs } from './fact-refs.js';

const NOTES = 200;
const UNCHANGED = 500;
const FACTS = 100; // to take in more at once would hold up who stores them
const HOSTS = 256; // read in one transaction, and their packages judged together
const CHANGES = 32;
const FEW = 5000; // packages, by which their hosts are found faster than by looking at all hosts

/**
 * Judges all hosts that are behind by the newest knowledge and gives what is to be stored, in pieces; it writes nothing itself.
 * A host that was judged by a generation whose successors are all kept is asked only for the packages that the changes since may concern.
 * Throws KnowledgeError when the knowledge can't be read.
 */
export function* rematchHosts({ database, knowledge: file }: RematchJob): Generator<RematchBatch> {
  const sqlite = openSqlite(database, { readonly: true });
  try {
    const knowledge = wrapKnowledgeErrors(() => readKnowledge(file))();
    try {
      yield* sweepWith(sqlite, knowledge, wrapKnowledgeErrors(knowledge.generation)());
    } finally {
      knowledge.close();
    }
  } finally {
    sqlite.close();
  }
}

function* sweepWith(
  sqlite: Sqlite,
  knowledge: Knowledge,
  generation: number,
): Generator<RematchBatch> {
  const changesSince = remembering(
    wrapKnowledgeErrors((from: number) => knowledgeChangesBetween(knowledge, from, generation)),
  );
  const hosts = listStaleHosts(sqlite, generation);
  const usable = usableBy(wrapKnowledgeErrors(knowledge.oldestGeneration)(), generation);
  const befores = hosts.map((host) => usable(host));
  const oldest = befores.includes(null)
    ? null
    : befores.reduce<number>((a, b) => Math.min(a, b ?? 0), generation);
  yield* pieces(
    summaryChanges({ sqlite, knowledge, generation, changesSince }, oldest),
    NOTES,
    (notes) => createBatch(generation, { summaries: notes }),
  );
  yield* judgeHosts({ sqlite, knowledge, generation, changesSince }, mapBy(hosts, usable));
}

interface Parts {
  sqlite: Sqlite;
  knowledge: Knowledge;
  generation: number;
  changesSince: (from: number) => KnowledgeChanges;
}

function* judgeHosts(
  { sqlite, knowledge, generation, changesSince }: Parts,
  groups: ReadonlyMap<number | null, StaleHost[]>,
): Generator<RematchBatch> {
  const judge = createMatcher(knowledge);
  const packages = readFleetPackages(sqlite);
  const refs = createFactRefs(sqlite);
  const judged = createPackageMatches({ matcher: judge, generation, packages, refs });
  const judgeChanges = createChangeMatcher({ sqlite, matcher: judge, generation, judged, refs });
  for (const [before, hosts] of groups) {
    const changed = before === null ? null : packages.changed(changesSince(before));
    const { concerned, others } =
      changed === null || before === null
        ? { concerned: hosts, others: [] }
        : concernedBy(sqlite, hosts, changed.ids);
    yield* pieces(
      others.map(({ id }) => id),
      UNCHANGED,
      (ids) =>
        createBatch(generation, { unchanged: [{ generation: before ?? generation, hosts: ids }] }),
    );
    for (let n = 0; n < concerned.length; n += HOSTS) {
      const changes = sqlite.transaction(() =>
        judgeChanges(concerned.slice(n, n + HOSTS), changed),
      )();
      yield* pieces(refs.take(), FACTS, (facts) => createBatch(generation, { facts }));
      yield* pieces(changes, CHANGES, (piece) => createBatch(generation, told(piece)));
    }
  }
}

/** Those to which nothing happened need not be told of one by one. */
function told(changes: readonly HostRematch[]): Pick<RematchBatch, 'changes' | 'unchanged'> {
  const same = (c: HostRematch): boolean =>
    c.before !== null &&
    c.before.state === c.state &&
    c.remove.length + c.add.length + c.renew.length === 0;
  const unchanged = mapBy(changes.filter(same), (c) => c.before?.generation ?? 0);
  return {
    changes: changes.filter((c) => !same(c)),
    unchanged: [...unchanged].map(([generation, list]) => ({
      generation,
      hosts: list.map(({ host }) => host),
    })),
  };
}

/** Hosts that have one of these packages, or services. */
function concernedBy(
  sqlite: Sqlite,
  hosts: readonly StaleHost[],
  changed: ReadonlySet<number>,
): { concerned: StaleHost[]; others: StaleHost[] } {
  if (changed.size > FEW) return { concerned: [...hosts], others: [] };
  const having = new Set(
    sqlite
      .prepare<[string], number>(
        'SELECT DISTINCT host_id FROM host_packages WHERE package_id IN (SELECT value FROM json_each(?))',
      )
      .pluck()
      .all(JSON.stringify([...changed])),
  );
  const isConcerned = ({ id, services }: StaleHost): boolean => services || having.has(id);
  return {
    concerned: hosts.filter(isConcerned),
    others: hosts.filter((host) => !isConcerned(host)),
  };
}

/** The generation from which the changes of a host's findings can be told; null: all of it has to be judged. */
const usableBy =
  (oldest: number, generation: number) =>
  ({ before }: StaleHost): number | null =>
    before !== null &&
    before.state !== '' &&
    before.generation >= oldest &&
    before.generation < generation
      ? before.generation
      : null;

function* pieces<T>(
  all: Iterable<T>,
  size: number,
  batch: (piece: T[]) => RematchBatch,
): Generator<RematchBatch> {
  let piece: T[] = [];
  for (const one of all) {
    if (piece.push(one) < size) continue;
    yield batch(piece);
    piece = [];
  }
  if (piece.length > 0) yield batch(piece);
}

function remembering<R>(make: (from: number) => R): (from: number) => R {
  const known = new Map<number, R>();
  return (from) => {
    if (!known.has(from)) known.set(from, make(from));
    return known.get(from) as R;
  };
}
