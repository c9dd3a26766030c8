import { formatDate, formatMinute, printable } from '../lib/text.js';
import { systemClock } from '../platform/clock.js';
import type { Token } from '../tokens/tokens.js';
import { withClient } from './client/client.js';
import { getData, listAll, send } from './client/request.js';
import type { ServiceOptions } from './client/types.js';
import { CommandError } from './output/errors.js';
import type { Io } from './output/io.js';
import { plainTable } from './output/table.js';

export interface TokenCreateOptions extends ServiceOptions {
  name: string;
  role: string;
  expires?: string;
}

/** Creates a token. Only its text is on standard output, for scripts. */
export async function tokenCreate(options: TokenCreateOptions, io: Io): Promise<number> {
  const { name, role, expires } = options;
  const expires_at = expires === undefined ? undefined : toExpiry(expires, systemClock.now());
  const body = { name, role, ...(expires_at !== undefined && { expires_at }) };
  const token = await withClient(options, io, (client) =>
    getData<Token & { token: string }>(client, 'POST', '/tokens', body),
  );
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

export async function tokenList(options: ServiceOptions, io: Io): Promise<number> {
  const tokens = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    listAll<Token>(client, '/tokens'),
  );
  io.stdout.write(renderTokens(tokens));
  return 0;
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
  await withClient({ ...options, needsDataDir: true }, io, (client) =>
    send(client, 'DELETE', `/tokens/${options.id}`),
  );
  io.stderr.write(`Token ${options.id} revoked.\n`);
  return 0;
}

/**
 * Renders tokens as a table; times are UTC.
 */
export function renderTokens(tokens: readonly Token[]): string {
  const rows = tokens.map((t) => [
    t.id,
    printable(t.name),
    t.role,
    formatDate(t.created_at),
    t.expires_at === null ? 'never' : formatMinute(t.expires_at),
    t.last_used_at === null ? 'never' : formatMinute(t.last_used_at),
  ]);
  return plainTable(['ID', 'NAME', 'ROLE', 'CREATED', 'EXPIRES', 'LAST USED'], rows);
}
