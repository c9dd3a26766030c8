import { feedsOfEcosystem } from '../../knowledge/ecosystem-feeds.js';
import { dataDate, isStale } from '../../knowledge/feed-dates.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { FeedName } from '../../knowledge/records.js';
import { memoize } from '../../lib/memoize.js';
import { createBuildEcosystems } from '../matching/services/service-matcher.js';
import { knownEnds } from '../support/feed-ends.js';
import { systemSupport, type SystemSupport } from '../support/system-support.js';
import type { LoadedData, ServiceBuild } from './coverage.js';
import type { FeedDate } from './coverage-part.js';
import {
  prepareHasData,
  prepareHasOwnChainguard,
  prepareKeptVersion,
  prepareMissingParts,
} from './coverage.statements.js';

/** When data counts as stale. `now`: Unix seconds. */
export interface StaleRule {
  now: number;
  staleDays: number;
}

/**
 * The loaded data of any generation, the date of any feed at it (null: the feed was empty), and the support of systems.
 */
export interface DataHistory {
  at: (generation: number) => LoadedData;
  feedAt: (name: FeedName, generation: number) => FeedDate | null;
  /** @param at Unix seconds; default: now */
  supportOf: (ecosystems: readonly string[], system: string | null, at?: number) => SystemSupport;
}

/** Creates a reader of whether a generation had data about an ecosystem. Each answer is read once. */
export function createHadData(
  knowledge: Sqlite,
): (ecosystem: string, generation: number) => boolean {
  const readHasData = prepareHasData(knowledge);
  const at = memoize(
    (generation: number) => memoize((ecosystem: string) => readHasData(ecosystem, generation)),
    { maxEntries: 100 },
  );
  return (ecosystem, generation) => at(generation)(ecosystem);
}

/** Creates access to the loaded data. Each answer is read once: create it for one report or one request. */
export function createDataHistory(
  knowledge: Pick<Knowledge, 'sqlite' | 'feedVersion'>,
  { now, staleDays }: StaleRule,
): DataHistory {
  const readHasData = prepareHasData(knowledge.sqlite);
  const readKeptVersion = prepareKeptVersion(knowledge.sqlite);
  const dated = (name: FeedName, version: string | null): FeedDate => {
    const dataFrom = dataDate(version);
    return { name, data_from: dataFrom, stale: isStale(dataFrom, now, staleDays) };
  };
  const feedAt = (name: FeedName, generation: number): FeedDate | null => {
    const version = knowledge.feedVersion(name, generation);
    return version === null ? null : dated(name, version);
  };
  /** The feed as it was when it had the release last; undefined: it has it. */
  const keptAt = (name: FeedName, ecosystem: string, generation: number): FeedDate | undefined => {
    const version = readKeptVersion(name, ecosystem, generation);
    return version === undefined ? undefined : dated(name, version);
  };
  const readMissingParts = prepareMissingParts(knowledge.sqlite);
  const hasOwnChainguard = prepareHasOwnChainguard(knowledge.sqlite);
  const ends = memoize(() => knownEnds(knowledge));
  const buildEcosystems = createBuildEcosystems(knowledge);
  const loadedAt = (generation: number): LoadedData => {
    const feedsOf = memoize((ecosystem: string) =>
      feedsOfEcosystem(ecosystem)
        .map((name) => keptAt(name, ecosystem, generation) ?? feedAt(name, generation))
        .filter((feed) => feed !== null),
    );
    const feedsOfBuild = memoize(
      (build: string) =>
        buildEcosystems(JSON.parse(build) as ServiceBuild, generation)?.flatMap(feedsOf) ?? null,
    );
    return {
      hasData: memoize((ecosystem: string) => readHasData(ecosystem, generation)),
      feedsOf,
      keptFeeds: memoize((ecosystem: string) =>
        feedsOfEcosystem(ecosystem).flatMap((name) => keptAt(name, ecosystem, generation) ?? []),
      ),
      missingParts: memoize((ecosystem: string) => {
        if (ecosystem === 'cpe:a') return readMissingParts('nvd', ecosystem, generation);
        if (ecosystem === 'Chainguard')
          return feedAt('osv-chainguard', generation) !== null || hasOwnChainguard()
            ? []
            : ['own packages'];
        // OSV has the records of both repositories.
        return ecosystem.startsWith('Alpine:') && feedAt('osv-alpine', generation) === null
          ? readMissingParts('alpine-secdb', ecosystem, generation)
          : [];
      }),
      feedsOfBuild: ({ cpe, version, revision }) =>
        revision === null ? null : feedsOfBuild(JSON.stringify({ cpe, version, revision })),
    };
  };
  return {
    at: memoize(loadedAt),
    feedAt,
    supportOf: (ecosystems, system, at = now) =>
      systemSupport(ecosystems, system, ends(undefined), at),
  };
}
