import type { Generated } from 'kysely';

export type HostStatus = 'unknown' | 'online' | 'offline';

export interface HostTable {
  id: Generated<number>;
  ip: string;
  ip_key: Buffer;
  name: string;
  name_key: string;
  description: string;
  status: Generated<HostStatus>;
  last_seen: number | null;
  unanswered: Generated<0 | 1>;
  /** 1: a task has scanned ports at its address */
  ports_scanned: Generated<0 | 1>;
  created_at: number;
  updated_at: number;
}
