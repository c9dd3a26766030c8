import type { FeedFile, FeedFormat, Item, Raw } from './format.js';
import { parseFeedJson } from './json.js';
import type { OsvDialect } from './osv.dialect.js';
import { readOsvRecord } from './osv.js';
import { rejection } from './rejection.js';
import { readAllText } from './whole-file.js';

const LARGEST = 64 * 1024 * 1024;
/** Lists of records that lie beside them in a publisher's archive. */
const LISTS = /(?:^|\/)all\.json$/;

/** A feed of OSV records, one a file (or a JSON array of them in one). A file that is no JSON is one bad record. */
export const osvFormat = (dialect: OsvDialect): FeedFormat => ({
  name: dialect.feed,
  member: (path) => path.endsWith('.json') && !LISTS.test(path),
  part: () => '',
  read: rawFile,
  understand: (raw) => readOsvText(raw, dialect),
});

async function* rawFile(file: FeedFile): AsyncGenerator<{ raw: Raw }> {
  yield { raw: { path: file.path, text: await readAllText(file, LARGEST) } };
}

/** What a text holds: one record, an array of them, or what else the publisher writes. */
function readOsvText({ text, path }: Raw, dialect: OsvDialect): Iterable<Item> {
  const parsed = parseFeedJson(text);
  if ('problem' in parsed) return [{ rejected: rejection(path, parsed.problem, text) }];
  const { value } = parsed;
  return (
    dialect.otherForm?.(value) ??
    (Array.isArray(value)
      ? (value as unknown[]).flatMap((record) => readOsvRecord(record, dialect, path))
      : readOsvRecord(value, dialect, path))
  );
}
