import type { HostStatus } from './hosts.table.js';

export interface Host {
  id: number;
  ip: string;
  name: string;
  description: string;
  status: HostStatus;
  last_seen: number | null;
  created_at: number;
  updated_at: number;
  group_ids: number[];
  /** templates that include the host, itself or through a group */
  template_ids: number[];
}

/** A host that is to be made. `ip` is canonical. */
export interface NewHost {
  ip: string;
  name: string;
  description: string;
}

export interface HostChange {
  ip?: string;
  name?: string;
  description?: string;
  group_ids?: number[];
}

/** Name in the form that filters compare. */
export const nameKey = (name: string): string => name.toLowerCase();
