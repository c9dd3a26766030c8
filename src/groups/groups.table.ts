import type { Generated } from 'kysely';

export interface GroupTable {
  id: Generated<number>;
  name: string;
  description: string;
  created_at: number;
  updated_at: number;
}

export interface GroupHostTable {
  group_id: number;
  host_id: number;
}
