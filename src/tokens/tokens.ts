import { hash, randomBytes } from 'node:crypto';
import type { Role } from './tokens.table.js';

export interface Token {
  id: number;
  name: string;
  role: Role;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

/** Whose rights a login on a host has; see docs/decisions/022-credential-scope.md. */
export type LoginRole = 'operator' | 'admin';

/** Returns the rights of logins that a caller causes. */
export const loginRoleOf = (caller: Pick<Token, 'role'> | null): LoginRole =>
  caller?.role === 'admin' ? 'admin' : 'operator';

const RANK: Record<Role, number> = { viewer: 1, operator: 2, admin: 3 };

/** Returns whether a role includes the rights of the required one. */
export const hasRole = (role: Role, required: Role): boolean => RANK[role] >= RANK[required];

/** Returns a new token: `hw_` and 32 random bytes in base64url. */
export const newTokenText = (): string => newSecretText('hw');

/** Returns a prefix, `_` and 32 random bytes in base64url. */
export const newSecretText = (prefix: string): string =>
  `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Returns the role with fewer rights. */
export const lowerRole = (a: Role, b: Role): Role => (RANK[a] < RANK[b] ? a : b);

/**
 * Returns the stored hash of a token. Tokens are random: a plain SHA-256 suffices, as there is nothing
 * to guess.
 */
export const tokenHash = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Returns the same hash as text: for a small request, a digest in a Buffer costs 25 % more than one in
 * a string.
 */
export const tokenKey = (text: string): string => hash('sha256', text, 'base64');
