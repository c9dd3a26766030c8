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

const RANK: Record<Role, number> = { viewer: 1, operator: 2, admin: 3 };

/** Does a role include what another may do? */
export const hasRole = (has: Role, needs: Role): boolean => RANK[has] >= RANK[needs];

/** A new token text: `hw_` and 32 random bytes in base64url. */
export const newTokenText = (): string => `hw_${randomBytes(32).toString('base64url')}`;

/** A new ticket text, made like a token's, and not to be mistaken for one. */
export const newTicketText = (): string => `hwt_${randomBytes(32).toString('base64url')}`;

/** What is kept of a token. Tokens are random, so a plain SHA-256 does: there is nothing to guess. */
export const tokenHash = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The same as text: a digest in a Buffer costs a small request a quarter more than one in a string. */
export const tokenKey = (text: string): string => hash('sha256', text, 'base64');
