import type { Generated } from 'kysely';
import type { AgentAction } from '../../events/events.js';

export interface AgentBatchTable {
  id: Generated<number>;
  action: AgentAction;
  credential_id: number;
  dry_run: 0 | 1;
  hosts: number;
  created_at: number;
}

export interface AgentRefusalTable {
  batch_id: number;
  host_id: number;
  code: string;
  message: string;
}
