import type { Generated } from 'kysely';
import type { Role } from '../tokens/tokens.table.js';

export interface SessionTable {
  id: Generated<number>;
  cookie_sha256: Buffer;
  header_sha256: Buffer;
  token_id: number | null;
  token_sha256: Buffer;
  role: Role;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  address: string;
  user_agent: string | null;
  parent_id: number | null;
}
