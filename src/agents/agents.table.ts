import type { Generated } from 'kysely';
import type { AgentAction } from '../events/events.js';
import type { LoginRole } from '../tokens/tokens.js';

export type OsFamily = 'linux' | 'windows';
export type ServiceManager = 'systemd' | 'openrc' | 'cron' | 'windows';
type OperationStatus = 'working' | 'completed' | 'failed';

export interface AgentTable {
  host_id: number;
  os_family: OsFamily;
  token_sha256: Buffer | null;
  new_token_sha256: Buffer | null;
  version: string | null;
  service_manager: ServiceManager | null;
  installed_at: number | null;
  last_seen: number | null;
  machine_id: string | null;
  host_name: string | null;
  /** Unix seconds */
  conflict_at: number | null;
}

export interface HostKeyTable {
  address: string;
  /** 0: any, pinned before the port was stored */
  port: number;
  kind: 'ssh' | 'winrm';
  type: string;
  fingerprint_sha256: string;
  pinned_at: number;
  confirmed: 0 | 1;
}

/** An admin has logged in with this credential where this key is pinned. */
export type KeyConfirmationTable = Pick<HostKeyTable, 'address' | 'port' | 'kind'> & {
  credential_id: number;
};

export type HostKeyKind = HostKeyTable['kind'];

/** A pinned key. `confirmed`: an admin gave it, or logged in with it. */
export type PinnedKey = Pick<HostKeyTable, 'type' | 'fingerprint_sha256' | 'pinned_at'> & {
  confirmed: boolean;
};

export interface OperationTable {
  id: Generated<number>;
  host_id: number;
  action: AgentAction;
  os_family: OsFamily;
  credential_id: number;
  dry_run: 0 | 1;
  status: OperationStatus;
  step: string;
  percent: Generated<number>;
  message: string;
  error: string | null;
  agent_version: string | null;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  login_role: LoginRole;
  /** null: queued alone */
  batch_id: number | null;
}
