import type { IpFilter } from '../addresses.js';
import type { HostStatus } from '../hosts.table.js';

/** Selects hosts by their columns; all of them must match. */
export interface HostFilter {
  ip?: IpFilter;
  /** in lower case */
  name?: string;
  id?: number;
  /** any of these */
  ids?: readonly number[];
  group_id?: number;
  /** a part of the name or address, in lower case */
  q?: string;
  status?: HostStatus;
  /** a part of the operating system's name, in lower case */
  system?: string;
  agent?: 'online' | 'offline' | 'none';
  /** addresses of ranges without an answer: only these, or also these; absent: none, unless ids are given */
  unanswered?: 'true' | 'false' | 'all';
}

/** An order of hosts; hosts that are equal in it are by id. */
export interface HostOrder {
  by: 'id' | 'name' | 'address' | 'last_seen' | 'system';
  isReversed: boolean;
}
