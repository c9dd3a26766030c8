import { printable } from '../lib/text.js';
import { formatMinute } from '../lib/times.js';
import { systemClock } from '../platform/clock.js';
import type { Token } from '../tokens/tokens.js';
import { withClient } from './client/client.js';
import type { Options } from './client/handlers.js';
import { getData, listAll, send } from './client/request.js';
import type { ServiceOptions } from './client/types.js';
import { CommandError } from './output/errors.js';
import type { Io } from './output/io.js';
import { printItems, printJson, type Column } from './output/items.js';
import { dateColumn, isoText } from './output/times.js';

type TokenCreateOptions = Options<{ name: string; role: string; expires?: string }>;

/** Creates a token. Only its text is on standard output, for scripts. */
export async function tokenCreate(options: TokenCreateOptions, io: Io): Promise<number> {
  const { name, role, expires } = options;
  const expires_at = expires === undefined ? undefined : toExpiry(expires, systemClock.now());
  const token = await withClient({ ...options, needsDataDir: false }, io, (client) =>
    getData<Token & { token: string }>(client, 'POST', '/tokens', { name, role, expires_at }),
  );
  if (options.json) {
    printJson(token, io);
    return 0;
  }
  const expiry =
    token.expires_at === null ? 'no expiry' : `expires ${formatMinute(token.expires_at)}`;
  io.stderr.write(
    `Token ${token.id}, "${printable(token.name)}", ${token.role}, ${expiry}. Shown only once:\n`,
  );
  io.stdout.write(`${token.token}\n`);
  return 0;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 604_800 };

/**
 * Returns the time after a duration such as `90d` (Unix seconds); any other text unchanged, for the service.
 */
export function toExpiry(text: string, now: number): number | string {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  const seconds = UNIT_SECONDS[unit];
  return seconds === undefined ? text : now + Number(count) * seconds;
}

export async function tokenRevoke(
  options: ServiceOptions & { id: string },
  io: Io,
): Promise<number> {
  if (!/^[1-9]\d{0,14}$/.test(options.id))
    throw new CommandError(
      `${JSON.stringify(options.id)} is not a token id; see "hostwarden token list"`,
      2,
    );
  await withClient(options, io, (client) => send(client, 'DELETE', `/tokens/${options.id}`));
  io.stderr.write(`Token ${options.id} revoked.\n`);
  return 0;
}

const COLUMNS: Column<Token>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'ROLE', value: ({ role }) => role },
  dateColumn('CREATED', ({ created_at }) => created_at),
  {
    heading: 'EXPIRES',
    value: ({ expires_at }) => isoText(expires_at),
    text: ({ expires_at }) => formatTime(expires_at),
  },
  {
    heading: 'LAST USED',
    value: ({ last_used_at }) => isoText(last_used_at),
    text: ({ last_used_at }) => formatTime(last_used_at),
  },
];

/** `2027-01-31 08:00Z`; `never` for null */
function formatTime(seconds: number | null): string {
  return seconds === null ? 'never' : formatMinute(seconds);
}

/** Lists tokens; times on a terminal are UTC. */
export async function tokenList(options: Options, io: Io): Promise<number> {
  const tokens = await withClient(options, io, (client) => listAll<Token>(client, '/tokens'));
  printItems(tokens, COLUMNS, { json: options.json, none: 'No tokens.' }, io);
  return 0;
}
