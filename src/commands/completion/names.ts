import { surroundings } from '../../platform/process/environment.js';
import { locateDatabase } from '../../platform/process/locate-database.js';
import { openSqlite } from '../../database/sqlite.js';
import { FEED_NAMES } from '../../feeds/feeds.catalog.js';
import { printable } from '../../lib/text.js';
import type { Word, Completion, NameKind } from './complete.js';
import { requestNames } from './names.request.js';
import { readNames } from './names.statements.js';

/** A request for names, with the options that locate the service. */
export type NameRequest = NonNullable<Completion['names']> & Pick<Completion, 'options'>;

const LOCK_TIMEOUT_MS = 50;

/**
 * Returns the names that a word may become: from the service at `--url`, otherwise from the database of the data
 * directory, which is read even while a service uses it. Names that a shell could show as something else are left out.
 * @param timeoutMs for the response of a service
 */
export async function lookupNames(
  { kind, prefix, options }: NameRequest,
  timeoutMs: number,
): Promise<Word[]> {
  if (kind === 'feed')
    return FEED_NAMES.filter((name) => name.startsWith(prefix)).map((value) => ({
      value,
      description: '',
    }));
  const { env } = surroundings();
  const url = options.url ?? env.HOSTWARDEN_URL ?? '';
  const token = options.token ?? env.HOSTWARDEN_TOKEN ?? '';
  const found =
    url === ''
      ? readStored(kind, prefix, options.dataDir)
      : await requestNames({ url, token, timeoutMs }, kind, prefix);
  return found
    .filter(({ value }) => isPlain(value))
    .map(({ value, description }) => ({ value, description: printable(description) }));
}

const isPlain = (name: string): boolean =>
  name !== '' && !name.startsWith('-') && printable(name) === name;

function readStored(
  kind: Exclude<NameKind, 'feed'>,
  prefix: string,
  dataDir: string | undefined,
): Word[] {
  const file = locateDatabase(dataDir, surroundings());
  const sqlite = openSqlite(file, { readonly: true, timeout: LOCK_TIMEOUT_MS });
  try {
    return readNames(sqlite, kind, prefix);
  } finally {
    sqlite.close();
  }
}
