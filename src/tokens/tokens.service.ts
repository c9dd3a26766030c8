import type { NamedRows } from '../database/lists/named-list.repository.js';
import type { Database } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import type { Authenticator } from './authenticate.js';
import * as repository from './tokens.repository.js';
import { newTokenText, tokenHash, type Token } from './tokens.js';
import type { Role } from './tokens.table.js';

export interface TokenDeps {
  database: Database;
  clock: Clock;
  authenticator: Authenticator;
}

/** Creates a token. Its text is returned here only; the hash is stored. */
export async function createToken(
  { database: { db }, clock }: Pick<TokenDeps, 'database' | 'clock'>,
  input: { name: string; role: Role; expires_at?: number | null },
): Promise<Token & { token: string }> {
  const token = newTokenText();
  const stored = await repository.insertToken(db, {
    name: input.name,
    role: input.role,
    sha256: tokenHash(token),
    created_at: clock.now(),
    expires_at: input.expires_at ?? null,
  });
  return { ...stored, token };
}

export const listTokens = (
  { database: { db } }: Pick<TokenDeps, 'database'>,
  page: NamedRows,
): Promise<{ items: Token[]; total: number }> => repository.selectTokens(db, page);

/** Revokes a token. 404 for an unknown id, 409 for the token of the request itself. */
export async function deleteToken(
  { database: { db }, authenticator }: Pick<TokenDeps, 'database' | 'authenticator'>,
  id: number,
  callerId: number | null,
): Promise<void> {
  if (id === callerId) throw new AppError('own_token', 'A token cannot revoke itself');
  if (!(await repository.deleteTokenRow(db, id))) throw notFound('token', id);
  authenticator.clearCache();
}
