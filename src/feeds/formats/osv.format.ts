import type { FeedFile, FeedFormat, Item, RawChunk } from './format.js';
import { parseFeedJson } from './json.js';
import type { OsvDialect } from './osv.dialect.js';
import { parseOsvRecord } from './osv.js';
import { createRejection } from './rejection.js';
import { readAllText } from './whole-file.js';

const MAX_FILE_LENGTH = 64 * 1024 * 1024;
/** Lists of records that lie beside them in a publisher's archive. */
const RECORD_LIST = /(?:^|\/)all\.json$/;

/** A feed of OSV records, one a file (or a JSON array of them in one). A file that is no JSON is one bad record. */
export const osvFormat = (dialect: OsvDialect): FeedFormat => ({
  name: dialect.feed,
  isMember: (path) => path.endsWith('.json') && !RECORD_LIST.test(path),
  partOf: () => '',
  read: readAsRawChunk,
  parse: (raw) => parseOsvText(raw, dialect),
});

async function* readAsRawChunk(file: FeedFile): AsyncGenerator<{ raw: RawChunk }> {
  yield { raw: { path: file.path, text: await readAllText(file, MAX_FILE_LENGTH) } };
}

/** What a text holds: one record, an array of them, or what else the publisher writes. */
function parseOsvText({ text, path }: RawChunk, dialect: OsvDialect): Iterable<Item> {
  const parsed = parseFeedJson(text);
  if ('problem' in parsed) return [{ rejected: createRejection(path, parsed.problem, text) }];
  const { value } = parsed;
  return (
    dialect.parseOtherForm?.(value) ??
    (Array.isArray(value)
      ? (value as unknown[]).flatMap((record) => parseOsvRecord(record, dialect, path))
      : parseOsvRecord(value, dialect, path))
  );
}
