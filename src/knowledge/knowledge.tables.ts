import type { ExploitationState, FeedName, RangeState, Severity } from './records.js';

/** The columns of knowledge.db by table. Their meaning is described in `schema/knowledge/`. */
export interface KnowledgeTables {
  generations: { number: number; feed: string; version: string | null; at: number };
  counters: { name: string; value: number };
  feeds: FeedTable;
  feed_files: FeedFileTable;
  rejected: RejectedTable;
  advisories: AdvisoryTable;
  advisory_vulnerabilities: { vulnerability_id: string; advisory_id: number };
  affected_packages: { id: number; scope: string; kind: 'source' | 'binary' | 'cpe'; name: string };
  ranges: RangeTable;
  kept_releases: {
    feed: FeedName;
    scope: string;
    version: string | null;
    since: number;
    until: number;
  };
  kev: { cve: string; date_added: string; due_date: string | null; ransomware: 0 | 1 };
  epss: { cve: string; score: number; percentile: number | null };
  migrations: { id: number; name: string; sha256: string; applied_at: number };
}

interface FeedTable {
  name: FeedName;
  version: string | null;
  updated_at: number | null;
  checked_at: number | null;
  records: number;
  ranges: number;
  rejected: number;
  error: string | null;
  retry_at: number | null;
}

interface FeedFileTable {
  feed: FeedName;
  part: string;
  sha256: string;
  loaded_at: number;
  rejected: number;
  address: string | null;
  etag: string | null;
  last_modified: string | null;
  since: number | null;
  counted_since: number | null;
  /** Unix seconds */
  incomplete_since: number | null;
}

interface RejectedTable {
  id: number;
  feed: FeedName;
  part: string;
  record: string;
  reason: string;
  sample: string;
}

interface AdvisoryTable {
  id: number;
  feed: FeedName;
  part: string;
  name: string;
  digest: Buffer;
  since: number;
  until: number;
  rank: number;
  /** JSON array */
  vulnerabilities: string;
  /** JSON array */
  aliases: string;
  title: string;
  severity: Severity | null;
  cvss_vector: string | null;
  cvss_score: number | null;
  url: string | null;
  exploitation: ExploitationState | null;
  /** Unix seconds */
  published: number | null;
  /** JSON array */
  unmatched_products: string | null;
}

interface RangeTable {
  id: number;
  advisory_id: number;
  affected_package_id: number;
  since: number;
  until: number;
  rank: number;
  vulnerability: string | null;
  /** version key of the first affected version */
  lower: Buffer;
  /** version key of the first version that is not affected */
  upper: Buffer;
  fixed: string | null;
  state: RangeState;
  hidden: 0 | 1;
  severity: Severity | null;
  module: string | null;
  /** JSON */
  conditions: string | null;
  /** the last affected version, if no fixed one is named */
  last_affected: string | null;
}
