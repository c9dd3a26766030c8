import type { FeedName, KnowledgeRecord, RejectedRecord } from '../../knowledge/records.js';

/** A file of a feed, unpacked and decoded. */
export interface FeedFile {
  /** inside its archive or folder, with `/`; '' where it came alone */
  path: string;
  /** the part of the feed it replaces, as `Format.part` or the one who sent it says; '' where a feed is one */
  part: string;
  /** in pieces of any size; a file at hand is a list of one */
  text: Iterable<string> | AsyncIterable<string>;
}

/** An entry of CISA's catalogue of exploited vulnerabilities; dates as YYYY-MM-DD. */
export interface KevEntry {
  cve: string;
  dateAdded: string;
  dueDate: string | null;
  ransomware: boolean;
}

/** How likely a CVE is to be exploited within 30 days; score and percentile from 0 to 1. */
export interface EpssScore {
  cve: string;
  score: number;
  percentile: number | null;
}

/**
 * What a file holds, one by one.
 * - `record`: several may bear one name (the Debian tracker has one for each source package; a release's copy of an advisory may lie in two folders): name and content together
 *   tell them apart, and what is the same twice counts once.
 * - `rejected`: not understood. `partial`: only a piece of a record, the rest of which comes as `record`; it is to be told, but the record is not a bad one.
 * - `ignored`: understood, and nothing to keep. The text is a reason out of a small set, for counting. `gone`: a record of this name, should one be in force, is none any more.
 * - `version`: what the file says of its own date; of several the greatest as text is the feed's.
 */
export type Item =
  | { record: KnowledgeRecord }
  | { rejected: RejectedRecord; partial?: true }
  | { ignored: string; gone?: string }
  | { kev: KevEntry }
  | { epss: EpssScore }
  | { version: string };

/** A piece of a file, as text, whose records are yet to be understood: that is most of the work, and whoever has the time may do it. */
export interface RawChunk {
  path: string;
  text: string;
}

/** How one feed's files are read. Nothing here opens anything: archives, decoding, sizes and storage are the caller's. */
export interface FeedFormat {
  name: FeedName;
  /** whether a file of an archive or folder holds records; others are passed over. A file that came alone is always read. */
  isMember(path: string): boolean;
  /** the part of the feed that a file of an archive or folder is (`v3.20-main`); '' where a feed is not in parts */
  partOf(path: string): string;
  /**
   * What the file holds. Bad records are items; a file that is no such feed at all, or ends too early, throws FormatError.
   * Memory is bounded by the largest record, but for alpine-secdb, whose files are small.
   */
  read(
    file: FeedFile,
  ): Iterable<Item | { raw: RawChunk }> | AsyncIterable<Item | { raw: RawChunk }>;
  /** What such a piece holds; there is one where `read` gives any. Throws FormatError where it means that the whole file can't be read. */
  parse?: (raw: RawChunk) => Iterable<Item>;
}

/** `unsupported_format`: not this feed, or a version of it that is not read; `truncated`: it ends in the middle; `malformed`: no JSON or CSV; `too_large`: a record or file over its limit. */
export type FormatErrorCode = 'unsupported_format' | 'truncated' | 'malformed' | 'too_large';

/** The whole file can't be read; nothing of it may come in force. The message is for people. */
export class FormatError extends Error {
  override name = 'FormatError';
  constructor(
    readonly code: FormatErrorCode,
    message: string,
  ) {
    super(message);
  }
}
