import { openSqlite, type Sqlite } from '../../database/sqlite.js';
import { wrapKnowledgeErrors } from '../../knowledge/errors.js';
import { readKnowledge, type Knowledge } from '../../knowledge/open-knowledge.js';
import { chunk, mapBy } from '../../lib/collections.js';
import { memoize } from '../../lib/memoize.js';
import type { WorkerHandlers } from '../../lib/worker/port.js';
import { createHadData } from '../coverage/loaded-data.js';
import { isMatchedState } from '../matching/packages/match-state.js';
import { createMatcher } from '../matching/matcher.js';
import { createFactRefs, type FactRefs } from './fact-refs.js';
import { readFleetPackages, type ChangedPackages } from './fleet-packages.js';
import { knowledgeChangesBetween, type KnowledgeChanges } from './knowledge-changes.js';
import { createChangeMatcher, type MatchChanges } from './match-changes.js';
import {
  createBatch,
  rematchErrors,
  type HostRematch,
  type RematchBatch,
  type RematchJob,
  type RematchProtocol,
} from './messages.js';
import { createPackageMatches } from './package-matches.js';
import { prepareHostsWithPackages } from './rematch.statements.js';
import { listStaleHosts, type StaleHost } from './stale-hosts.js';
import { summaryChanges } from './summary-changes.js';

const MAX_SUMMARIES = 200;
const MAX_UNCHANGED = 500;
const MAX_FACTS = 100; // more at a time would block the thread that stores them
const HOST_BATCH_SIZE = 256; // read in one transaction, and their packages matched together
const MAX_CHANGES = 32;
// Up to this many changed packages, looking up their hosts is faster than reading all hosts.
const MAX_PACKAGES_TO_LOOK_UP = 5000;

export const rematchHandlers: WorkerHandlers<RematchProtocol> = {
  stream: rematchHosts,
  errors: rematchErrors,
};

/**
 * Matches all stale hosts with the newest generation and yields the changes in batches. It writes nothing. If the
 * history since a host's last match is stored, only packages with changed data are matched. Throws KnowledgeError
 * if the vulnerability database cannot be read.
 */
function* rematchHosts({ database, knowledge: file }: RematchJob): Generator<RematchBatch> {
  const sqlite = openSqlite(database, { readonly: true });
  try {
    const knowledge = wrapKnowledgeErrors(() => readKnowledge(file))();
    try {
      yield* rematchWith(sqlite, knowledge);
    } finally {
      knowledge.close();
    }
  } finally {
    sqlite.close();
  }
}

interface RematchData {
  sqlite: Sqlite;
  knowledge: Knowledge;
  generation: number;
  changesSince: (generation: number) => KnowledgeChanges;
}

function* rematchWith(sqlite: Sqlite, knowledge: Knowledge): Generator<RematchBatch> {
  const generation = wrapKnowledgeErrors(knowledge.generation)();
  const changesSince = memoize(
    wrapKnowledgeErrors((from: number) => knowledgeChangesBetween(knowledge, from, generation)),
  );
  const data: RematchData = { sqlite, knowledge, generation, changesSince };
  const hosts = listStaleHosts(sqlite, generation);
  const baseOf = baseGeneration(wrapKnowledgeErrors(knowledge.oldestGeneration)(), generation);
  const bases = hosts.map((host) => baseOf(host));
  const oldestBase = bases.includes(null)
    ? null
    : bases.reduce<number>((a, b) => Math.min(a, b ?? 0), generation);
  for (const summaries of chunk(summaryChanges(data, oldestBase), MAX_SUMMARIES))
    yield createBatch(generation, { summaries });
  yield* matchHosts(data, mapBy(hosts, baseOf));
}

/** Returns the generation since which the changes of a host can be computed; null: all of it has to be matched. */
const baseGeneration =
  (oldest: number, generation: number) =>
  ({ before, hasOtherRules }: StaleHost): number | null =>
    before !== null &&
    !hasOtherRules &&
    isMatchedState(Buffer.from(before.state, 'hex')) &&
    before.generation >= oldest &&
    before.generation < generation
      ? before.generation
      : null;

/** @param groups the hosts by their base generation */
function* matchHosts(
  { sqlite, knowledge, generation, changesSince }: RematchData,
  groups: ReadonlyMap<number | null, StaleHost[]>,
): Generator<RematchBatch> {
  const matcher = createMatcher(knowledge);
  const packages = readFleetPackages(sqlite);
  const refs = createFactRefs(sqlite);
  const packageMatches = createPackageMatches({ matcher, generation, packages, refs });
  const matchChanges = createChangeMatcher({
    sqlite,
    matcher,
    generation,
    packageMatches,
    refs,
    hadData: wrapKnowledgeErrors(createHadData(knowledge.sqlite)),
  });
  for (const [base, hosts] of groups) {
    if (base === null) {
      yield* matchAffected({ sqlite, generation, refs, matchChanges }, hosts, null);
      continue;
    }
    const changed = packages.findChanged(changesSince(base));
    const { affected, unaffected } = splitByPackages(sqlite, hosts, changed.ids);
    for (const some of chunk(unaffected, MAX_UNCHANGED)) {
      const ids = some.map(({ id }) => id);
      yield createBatch(generation, { unchanged: [{ generation: base, hosts: ids }] });
    }
    yield* matchAffected({ sqlite, generation, refs, matchChanges }, affected, changed);
  }
}

interface HostMatching {
  sqlite: Sqlite;
  generation: number;
  refs: FactRefs;
  matchChanges: MatchChanges;
}

function* matchAffected(
  { sqlite, generation, refs, matchChanges }: HostMatching,
  hosts: readonly StaleHost[],
  changed: ChangedPackages | null,
): Generator<RematchBatch> {
  for (const some of chunk(hosts, HOST_BATCH_SIZE)) {
    const changes = sqlite.transaction(() => matchChanges(some, changed))();
    for (const facts of chunk(refs.takeNewFacts(), MAX_FACTS))
      yield createBatch(generation, { facts });
    for (const part of chunk(changes, MAX_CHANGES))
      yield createBatch(generation, splitChanges(part));
  }
}

/** Hosts without changes are sent as a list of ids. */
function splitChanges(
  changes: readonly HostRematch[],
): Pick<RematchBatch, 'changes' | 'unchanged'> {
  const isUnchanged = ({ before, state, remove, add, renew }: HostRematch): boolean =>
    before !== null && before.state === state && remove.length + add.length + renew.length === 0;
  const unchanged = mapBy(changes.filter(isUnchanged), (c) => c.before?.generation ?? 0);
  return {
    changes: changes.filter((c) => !isUnchanged(c)),
    unchanged: [...unchanged].map(([generation, hosts]) => ({
      generation,
      hosts: hosts.map(({ host }) => host),
    })),
  };
}

/** Splits hosts by whether they have one of these packages, or services. */
function splitByPackages(
  sqlite: Sqlite,
  hosts: readonly StaleHost[],
  packages: ReadonlySet<number>,
): { affected: StaleHost[]; unaffected: StaleHost[] } {
  if (packages.size > MAX_PACKAGES_TO_LOOK_UP) return { affected: [...hosts], unaffected: [] };
  const withPackages = new Set(prepareHostsWithPackages(sqlite).all(JSON.stringify([...packages])));
  const isAffected = ({ id, hasServices }: StaleHost): boolean =>
    hasServices || withPackages.has(id);
  return {
    affected: hosts.filter(isAffected),
    unaffected: hosts.filter((host) => !isAffected(host)),
  };
}
