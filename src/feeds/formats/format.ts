import type { FeedName, KnowledgeRecord, RejectedRecord } from '../../knowledge/records.js';

/** A file of a feed, decompressed and decoded. */
export interface FeedFile {
  /** inside its archive or folder, with `/`; '' for a single file */
  path: string;
  /** the part of the feed that it replaces, from `FeedFormat.partOf` or the request; '' if the feed has no parts */
  part: string;
  /** in chunks of any size */
  text: Iterable<string> | AsyncIterable<string>;
}

/** An entry of CISA's catalog of known exploited vulnerabilities. Dates as YYYY-MM-DD. */
interface KevEntry {
  cve: string;
  dateAdded: string;
  dueDate: string | null;
  ransomware: boolean;
}

/** The probability that a CVE is exploited within 30 days. Score and percentile are from 0 to 1. */
interface EpssScore {
  cve: string;
  score: number;
  percentile: number | null;
}

/**
 * An item of a file.
 * - `record`: several may have one name (the Debian tracker has one for each source package; a release's copy of an
 *   advisory may be in two folders). Name and content together identify a record; repeated ones count once.
 *   `after`, `until`: it is stored only from the day after the one on, and until the other (YYYY-MM-DD).
 * - `rejected`: could not be parsed. `partial`: only a part of a record, the rest of which is an item `record`. It is
 *   listed, but does not count as a bad record.
 * - `ignored`: valid, without anything to store. The text is a reason from a small set, for counting. `withdraws`: the
 *   name of a record that is closed if it is current.
 * - `version`: the date that the file has of itself. The greatest one (as text) is the version of the feed.
 * - `page`: the file has only `records` of the `total` records of a query. All its pages together are complete.
 */
export type Item =
  | { record: KnowledgeRecord; after?: string; until?: string }
  | { rejected: RejectedRecord; partial?: true }
  | { ignored: string; withdraws?: string }
  | { kev: KevEntry }
  | { epss: EpssScore }
  | { version: string }
  | { page: { records: number; total: number } };

/** Reads the files of one feed. Archives, decoding, size limits and storage are the caller's part. */
export interface FeedFormat {
  name: FeedName;
  /** Whether a file of an archive or folder has records; others are skipped. A single file is always read. */
  isMember: (path: string) => boolean;
  /**
   * Returns the part of the feed that a file of an archive or folder is (`v3.20-main`); '' if the feed has no parts.
   */
  partOf: (path: string) => string;
  /**
   * Yields the items of a file. Bad records are items. Throws FormatError for a file of another kind or a truncated
   * file. Memory is bounded by the largest record, except for alpine-secdb, whose files are small.
   */
  read: (file: FeedFile) => Iterable<Item> | AsyncIterable<Item>;
}

/**
 * - `unsupported_format`: another kind of file, or an unsupported version
 * - `truncated`: ends too early
 * - `malformed`: invalid JSON or CSV
 * - `too_large`: a record or the file exceeds its limit
 */
export type FormatErrorCode = 'unsupported_format' | 'truncated' | 'malformed' | 'too_large';

/** The whole file cannot be read, and nothing of it may become active. The message is shown to users. */
export class FormatError extends Error {
  override name = 'FormatError';
  constructor(
    readonly code: FormatErrorCode,
    message: string,
  ) {
    super(message);
  }
}
