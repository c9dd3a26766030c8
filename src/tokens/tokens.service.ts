import type { Context } from '../context.js';
import { AppError, notFound } from '../errors.js';
import type { Page } from '../http/common.js';
import { clearTokenCache } from './authenticate.js';
import { newTokenText, tokenHash, type Token } from './tokens.js';
import * as repository from './tokens.repository.js';
import type { Role } from './tokens.table.js';

/** Makes a token. Its text is in this answer and nowhere else. */
export async function createToken(
  { database: { db }, clock }: Pick<Context, 'database' | 'clock'>,
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
  { database: { db } }: Pick<Context, 'database'>,
  page: Page,
): Promise<{ items: Token[]; total: number }> => repository.selectTokens(db, page);

/** Revokes a token. 404 when there is none, 409 when it is the one that asks. */
export async function deleteToken(
  { database: { db, sqlite } }: Pick<Context, 'database'>,
  id: number,
  asking: number | null,
): Promise<void> {
  if (id === asking) throw new AppError('own_token', 'The token that asks cannot delete itself');
  if (!(await repository.deleteTokenRow(db, id))) throw notFound('token', id);
  clearTokenCache(sqlite);
}
