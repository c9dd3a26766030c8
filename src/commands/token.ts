import type { Token } from '../tokens/tokens.js';
import { getData, listAll, send } from './client/request.js';
import { withClient, type ConnectOptions } from './client/client.js';
import { CommandError, type Io } from './output/io.js';
import { plainTable } from './output/table.js';
import { day, printable } from './output/text.js';

type Connection = Omit<ConnectOptions, 'works'>;
export interface TokenCreateOptions extends Connection {
  name: string;
  role: string;
  expires?: string;
}

/** Makes a token. Its text alone goes to standard output, so that a script can take it. */
export async function tokenCreate(options: TokenCreateOptions, io: Io): Promise<number> {
  const { name, role, expires } = options;
  const made = await withClient(options, io, (client) =>
    getData<Token & { token: string }>(client, 'POST', '/tokens', {
      name,
      role,
      ...(expires !== undefined && { expires_at: expires }),
    }),
  );
  io.stderr.write(
    `Token ${made.id}, "${printable(made.name)}", ${made.role}, ${made.expires_at === null ? 'without end' : `until ${time(made.expires_at)}`}. It is shown this once:\n`,
  );
  io.stdout.write(`${made.token}\n`);
  return 0;
}

export async function tokenList(options: Connection, io: Io): Promise<number> {
  io.stdout.write(
    renderTokens(
      await withClient({ ...options, needsFolder: true }, io, (client) =>
        listAll<Token>(client, '/tokens'),
      ),
    ),
  );
  return 0;
}

export async function tokenRevoke(options: Connection & { id: string }, io: Io): Promise<number> {
  if (!/^[1-9]\d{0,14}$/.test(options.id))
    throw new CommandError(
      `${JSON.stringify(options.id)} is not the id of a token; "hostwarden token list" shows them`,
      2,
    );
  await withClient({ ...options, needsFolder: true }, io, (client) =>
    send(client, 'DELETE', `/tokens/${options.id}`),
  );
  io.stderr.write(`Token ${options.id} is revoked.\n`);
  return 0;
}

/** Tokens as a table; times are UTC. */
export function renderTokens(tokens: readonly Token[]): string {
  const rows = tokens.map((t) => [
    t.id,
    printable(t.name),
    t.role,
    day(t.created_at),
    t.expires_at === null ? 'never' : time(t.expires_at),
    t.last_used_at === null ? 'never' : time(t.last_used_at),
  ]);
  return plainTable(['ID', 'NAME', 'ROLE', 'CREATED', 'EXPIRES', 'LAST USED'], rows);
}

function time(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? String(seconds)
    : `${date.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
