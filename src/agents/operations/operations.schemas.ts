import { z } from 'zod';
import { Id, PathId, Timestamp } from '../../http/common.js';

const Action = z.enum(['install', 'update', 'uninstall']);
const Family = z.enum(['linux', 'windows']);

export const NewOperation = z.strictObject({ action: Action, os_family: Family, credential_id: Id, dry_run: z.boolean().default(false) })
  .meta({ id: 'NewAgentOperation', examples: [{ action: 'install', os_family: 'linux', credential_id: 2 }] });

export const OperationAnswer = z.object({
  id: z.int(), host_id: z.int(), action: Action, os_family: Family, credential_id: z.int(), dry_run: z.boolean(),
  status: z.enum(['working', 'completed', 'failed']), step: z.string(), percent: z.int(), message: z.string(),
  error: z.object({ code: z.string(), message: z.string(), detail: z.string().nullable() }).nullable(),
  agent_version: z.string().nullable(), created_at: Timestamp, updated_at: Timestamp, finished_at: Timestamp.nullable(),
}).meta({ id: 'AgentOperation' });

export const AgentAnswer = z.object({
  state: z.enum(['none', 'online', 'offline']), version: z.string().nullable(), os_family: Family.nullable(), installed_at: Timestamp.nullable(), last_seen: Timestamp.nullable(),
  service_manager: z.enum(['systemd', 'openrc', 'cron', 'windows']).nullable(),
  ssh_host_key: z.object({ type: z.string(), fingerprint_sha256: z.string(), pinned_at: Timestamp }).nullable(),
  operations: z.array(OperationAnswer),
}).meta({ id: 'Agent' });

export const OperationParams = z.object({ id: PathId, operation_id: PathId });
