import type { FeedName, KnowledgeRecord } from '../../../src/knowledge/records.js';
import type { MatchablePackage } from '../../../src/vulnerabilities/facts.js';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { range, storeFeed, createKnowledge } from '../../support/stored-records.js';

/** Records by feed. */
export type Feeds = Partial<Record<FeedName, KnowledgeRecord[]>>;
export const DEBIAN = ['Debian:12'];

/** A matcher with these records. */
export function setUp(feeds: Feeds) {
  const knowledge = createKnowledge();
  for (const [feed, records] of Object.entries(feeds))
    storeFeed(knowledge, feed as FeedName, 'v1', records);
  return { knowledge, matcher: createMatcher(knowledge) };
}

export const deb = (
  name: string,
  version: string,
  more: Partial<MatchablePackage> = {},
): MatchablePackage => ({
  format: 'dpkg',
  name,
  version,
  architecture: 'amd64',
  source: name,
  source_version: version,
  module: null,
  ...more,
});

export const rpm = (
  name: string,
  version: string,
  more: Partial<MatchablePackage> = {},
): MatchablePackage => ({
  ...deb(name, version),
  format: 'rpm',
  architecture: 'x86_64',
  ...more,
});

/** Facts about a package, by vulnerability. */
export const facts = (
  feeds: Feeds,
  pkg: MatchablePackage,
  ecosystems: readonly string[] = DEBIAN,
) =>
  (setUp(feeds).matcher.matchPackages(ecosystems, [pkg])[0] ?? [])
    .map((match) => match.fact)
    .sort((a, b) => (a.vulnerability_id < b.vulnerability_id ? -1 : 1));

/** `CVE-2024-1 2`: vulnerabilities of a package with their fixed versions. */
export const summarize = (feeds: Feeds, pkg: MatchablePackage, ecosystems?: readonly string[]) =>
  facts(feeds, pkg, ecosystems).map((f) => `${f.vulnerability_id} ${f.fixed_version ?? 'no fix'}`);

export const at = (ecosystem: string, kind: 'source' | 'binary', name: string) => ({
  affectedPackage: { ecosystem, kind, name },
});

export const el9 = (name: string, fixed: string, module: string | null = null) =>
  range(name, fixed, { order: 'rpm', module, ...at('AlmaLinux:9', 'binary', name) });
