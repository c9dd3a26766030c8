import type { FeedFormat, Item } from './format.js';
import { parseFeedJson } from './json.js';
import type { OsvDialect } from './osv.dialect.js';
import { parseOsvRecord } from './osv.js';
import { createRejection } from './rejection.js';
import { readAllText } from './text-stream.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
/** A list of all records beside them in the archive of a publisher. */
const RECORD_LIST = /(?:^|\/)all\.json$/;

/**
 * Creates the format of a feed of OSV records, one per file (or a JSON array of them). A file of invalid JSON is one
 * bad record.
 */
export const osvFormat = (dialect: OsvDialect): FeedFormat => ({
  name: dialect.feed,
  isMember: (path) => path.endsWith('.json') && !RECORD_LIST.test(path),
  partOf: () => '',
  read: async function* (file) {
    yield* parseOsvText(await readAllText(file, MAX_FILE_LENGTH), file.path, dialect);
  },
});

/** Parses one record, an array of records, or another form of the publisher. */
function parseOsvText(text: string, path: string, dialect: OsvDialect): Iterable<Item> {
  const parsed = parseFeedJson(text);
  if ('error' in parsed) return [{ rejected: createRejection(path, parsed.error, text) }];
  const { value } = parsed;
  const items = dialect.parseOtherForm?.(value);
  if (items) return items;
  const records = Array.isArray(value) ? (value as unknown[]) : [value];
  return records.flatMap((record) => parseOsvRecord(record, dialect, path));
}
