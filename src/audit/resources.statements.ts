import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../database/sqlite.js';
import type { AuditedResource } from './audited-routes.js';
import type { ResourceFields } from './entry/changes.js';

// Lists of ids are bounded: a group may have all hosts.
const ids = (select: string): string =>
  `(SELECT json_group_array(id) FROM (SELECT ${select} ORDER BY 1 LIMIT 200))`;

/** hex() makes a text of no secret as well. */
const hexOf = (column: string): string => `iif(${column} IS NULL, NULL, hex(${column}))`;

const pinnedKeys = (kind: 'ssh' | 'winrm'): string =>
  `SELECT json_object('keys', json((SELECT json_group_array(json_object('port', port, 'type', type,
    'fingerprint_sha256', fingerprint_sha256, 'confirmed', confirmed)) FROM host_keys
    WHERE address = h.ip AND kind = '${kind}'))) FROM hosts h WHERE id = ?`;

/**
 * The recorded fields of each resource as JSON, by its id. Only the columns that are named here reach the log. Of the
 * column `secret` only a change is recorded.
 */
const FIELDS: Partial<Record<AuditedResource, string>> = {
  acceptance: `SELECT json_object('vulnerability_id', vulnerability_id, 'host_id', host_id, 'group_id', group_id,
    'package', package, 'port', port, 'transport', transport, 'reason', reason, 'until', "until", 'ended_at', ended_at)
    FROM acceptances WHERE id = ?`,
  agent_batch: `SELECT json_object('action', action, 'credential_id', credential_id, 'dry_run', dry_run, 'hosts', hosts)
    FROM agent_batches WHERE id = ?`,
  agent_operation: `SELECT json_object('operation_id', id, 'action', action, 'os_family', os_family,
    'credential_id', credential_id, 'dry_run', dry_run) FROM agent_operations WHERE id = ?`,
  credential: `SELECT json_object('name', name, 'type', type, 'username', username, 'secret', ${hexOf('secret')},
    'sudo_secret', ${hexOf('sudo_secret')}, 'fingerprint', fingerprint,
    'certificate_expires_at', certificate_expires_at,
    'scope_networks', json(scope_networks),
    'scope_group_ids', json(${ids('group_id AS id FROM credential_groups WHERE credential_id = c.id')}))
    FROM credentials c WHERE id = ?`,
  group: `SELECT json_object('name', name, 'description', description,
    'hosts', (SELECT count(*) FROM group_hosts WHERE group_id = g.id),
    'host_ids', json(${ids('host_id AS id FROM group_hosts WHERE group_id = g.id')})) FROM groups g WHERE id = ?`,
  host: `SELECT json_object('ip', ip, 'name', name, 'description', description,
    'group_ids', json(${ids('group_id AS id FROM group_hosts WHERE host_id = h.id')})) FROM hosts h WHERE id = ?`,
  inventory: `SELECT json_object('collected_at', collected_at, 'full_os_name', full_os_name, 'packages_count', packages_count)
    FROM inventories WHERE host_id = ?`,
  notification_channel: `SELECT json_object('name', name, 'type', type, 'format', format, 'to', json(recipients),
    'mail_from', mail_from, 'enabled', enabled, 'secret', ${hexOf('secret')}) FROM notification_channels WHERE id = ?`,
  notification_rule: `SELECT json_object('channel_id', channel_id, 'events', json(events), 'severity', severity,
    'risk_min', risk_min, 'template_ids', json(template_ids), 'group_ids', json(group_ids), 'host_ids', json(host_ids),
    'digest', digest, 'offline_minutes', offline_minutes, 'expiring_days', expiring_days)
    FROM notification_rules WHERE id = ?`,
  session: `SELECT json_object('role', role, 'address', address, 'expires_at', expires_at) FROM sessions WHERE id = ?`,
  ssh_host_key: pinnedKeys('ssh'),
  task: `SELECT json_object('task_id', id, 'template_id', templates_id, 'status', status,
    'stop_requested', stop_requested) FROM tasks WHERE id = ?`,
  template: `SELECT json_object('name', name, 'type', type, 'params', json(params), 'login_role', login_role,
    'hosts', json(${ids('host_id AS id FROM template_hosts WHERE template_id = t.id')}),
    'groups', json(${ids('group_id AS id FROM template_groups WHERE template_id = t.id')}),
    'schedule', (SELECT json_object('unit', unit, 'recurrence', recurrence, 'start_time', start_time,
      'end_time', end_time, 'enabled', enabled) FROM schedules WHERE template_id = t.id))
    FROM templates t WHERE id = ?`,
  token: `SELECT json_object('name', name, 'role', role, 'expires_at', expires_at) FROM tokens WHERE id = ?`,
  vex: `SELECT json_object('acceptances', count(*)) FROM acceptances
    WHERE kind = 'vendor' AND source = ? AND ended_at IS NULL`,
  winrm_certificate: pinnedKeys('winrm'),
};

const HOST_NAME = 'SELECT name FROM hosts WHERE id = ?';
const nameIn = (table: string): string => `SELECT name FROM ${table} WHERE id = ?`;

/** The name of each resource, by its id. */
const NAMES: Partial<Record<AuditedResource, string>> = {
  acceptance: 'SELECT vulnerability_id FROM acceptances WHERE id = ?',
  agent: HOST_NAME,
  credential: nameIn('credentials'),
  group: nameIn('groups'),
  host: HOST_NAME,
  inventory: HOST_NAME,
  notification_channel: nameIn('notification_channels'),
  notification_rule: `SELECT name FROM notification_channels
    WHERE id = (SELECT channel_id FROM notification_rules WHERE id = ?)`,
  ssh_host_key: HOST_NAME,
  task: "SELECT 'TASK-' || printf('%05d', id) FROM tasks WHERE id = ?",
  template: nameIn('templates'),
  token: nameIn('tokens'),
  winrm_certificate: HOST_NAME,
};

const TABLES: Partial<Record<AuditedResource, string>> = {
  acceptance: 'acceptances',
  agent_batch: 'agent_batches',
  agent_operation: 'agent_operations',
  credential: 'credentials',
  group: 'groups',
  host: 'hosts',
  notification_channel: 'notification_channels',
  notification_rule: 'notification_rules',
  session: 'sessions',
  task: 'tasks',
  template: 'templates',
  token: 'tokens',
};

/** The ids of new rows. Ids are never reused. */
interface NewIds {
  first: number | null;
  last: number | null;
  count: number;
}

/** Reads the recorded fields of resources, inside a transaction that changes them. */
export interface ResourceReader {
  /** Whether fields of such resources are recorded. */
  isRecorded(resource: AuditedResource): boolean;
  /** Returns null if it does not exist, or if no fields of such resources are recorded. */
  fields(resource: AuditedResource, id: string): ResourceFields | null;
  /** Returns null if it does not exist, or if such resources have no names. */
  name(resource: AuditedResource, id: string): string | null;
  /** Returns 0 without any. */
  highestId(resource: AuditedResource): number;
  idsAfter(resource: AuditedResource, id: number): NewIds;
}

/** The id of a document is text, those of other recorded resources are numbers. */
const keyOf = (resource: AuditedResource, id: string): string | number =>
  resource === 'vex' ? id : Number(id);

export function createResourceReader(sqlite: Sqlite): ResourceReader {
  const statements = new Map<string, Statement<unknown[]>>();
  const prepare = (sql: string): Statement<unknown[]> => {
    const statement = statements.get(sql) ?? sqlite.prepare<unknown[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    isRecorded: (resource) => FIELDS[resource] !== undefined,
    fields(resource, id) {
      const sql = FIELDS[resource];
      if (sql === undefined) return null;
      const json = prepare(sql).pluck().get(keyOf(resource, id)) as string | undefined;
      return json === undefined ? null : (JSON.parse(json) as ResourceFields);
    },
    name(resource, id) {
      const sql = NAMES[resource];
      if (sql === undefined) return null;
      return (prepare(sql).pluck().get(Number(id)) as string | null | undefined) ?? null;
    },
    highestId(resource) {
      const table = TABLES[resource];
      if (table === undefined) return 0;
      return prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() as number;
    },
    idsAfter(resource, id) {
      const table = TABLES[resource];
      if (table === undefined) return { first: null, last: null, count: 0 };
      const sql = `SELECT min(id) AS first, max(id) AS last, count(*) AS count FROM ${table} WHERE id > ?`;
      return prepare(sql).get(id) as NewIds;
    },
  };
}
