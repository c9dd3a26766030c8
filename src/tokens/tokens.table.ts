import type { Generated } from 'kysely';

export type Role = 'viewer' | 'operator' | 'admin';

export interface TokenTable {
  id: Generated<number>;
  name: string;
  role: Role;
  sha256: Buffer;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}
