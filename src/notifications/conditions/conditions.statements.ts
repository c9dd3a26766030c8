import type { Sqlite } from '../../database/sqlite.js';
import type { ConditionEvent } from '../events.js';

interface SilentAgentRow {
  host_id: number;
  ip: string;
  name: string;
  last_seen: number;
}

interface ConflictRow {
  host_id: number;
  ip: string;
  name: string;
  conflict_at: number;
}

interface CertificateRow {
  host_id: number;
  ip: string;
  name: string;
  port: number;
  transport: string;
  not_after: number;
}

interface RebootRow {
  host_id: number;
  ip: string;
  name: string;
  running_kernel: string | null;
}

interface ExpiringRow {
  id: number;
  vulnerability_id: string;
  reason: string;
  until: number;
}

interface SystemRow {
  host_id: number;
  ip: string;
  name: string;
  /** JSON array of ecosystems */
  scopes: string;
  full_os_name: string | null;
}

const PAGE = 1000;

const SILENT_AGENTS = `SELECT h.id AS host_id, h.ip, h.name, a.last_seen FROM agents a JOIN hosts h ON h.id = a.host_id
  WHERE a.host_id > @after AND a.token_sha256 IS NOT NULL AND a.last_seen <= @before
  ORDER BY a.host_id LIMIT ${PAGE}`;
const CONFLICTS = `SELECT h.id AS host_id, h.ip, h.name, a.conflict_at FROM agents a JOIN hosts h ON h.id = a.host_id
  WHERE a.host_id > @after AND a.conflict_at >= @since ORDER BY a.host_id LIMIT ${PAGE}`;
// A page is a range of services, not of certificates that expire: those are few, and finding them is what takes time.
const LAST_OF_PAGE = `SELECT id FROM services WHERE id > ? ORDER BY id LIMIT 1 OFFSET ${PAGE - 1}`;
const CERTIFICATES = `SELECT h.id AS host_id, h.ip, h.name, s.port, s.transport,
    json_extract(s.tls, '$.not_after') AS not_after
  FROM services s JOIN hosts h ON h.id = s.host_id
  WHERE s.id > @after AND s.id <= @last AND s.tls IS NOT NULL
    AND json_extract(s.tls, '$.not_after') BETWEEN 1 AND @before
  ORDER BY h.id, s.port`;
const REBOOTS = `SELECT h.id AS host_id, h.ip, h.name, i.running_kernel FROM inventories i JOIN hosts h ON h.id = i.host_id
  WHERE i.host_id > ? AND i.reboot_required = 1 ORDER BY i.host_id LIMIT ${PAGE}`;
const ACCEPTANCES = `SELECT id, vulnerability_id, reason, "until" FROM acceptances
  WHERE ended_at IS NULL AND kind = 'person' AND id > @after AND "until" > @now AND "until" <= @before
  ORDER BY id LIMIT ${PAGE}`;
const SYSTEMS = `SELECT h.id AS host_id, h.ip, h.name, i.scopes, i.full_os_name
  FROM inventories i JOIN hosts h ON h.id = i.host_id WHERE i.host_id > ? ORDER BY i.host_id LIMIT ${PAGE}`;

/**
 * Statements that find conditions, on the connection for reading: a page each, of what follows `after`. `before`: Unix
 * seconds.
 */
export function createConditionStatements(sqlite: Sqlite) {
  const silentAgents = sqlite.prepare<[object], SilentAgentRow>(SILENT_AGENTS);
  const conflicts = sqlite.prepare<[object], ConflictRow>(CONFLICTS);
  const lastOfPage = sqlite.prepare<[number], number>(LAST_OF_PAGE).pluck();
  const certificates = sqlite.prepare<[object], CertificateRow>(CERTIFICATES);
  const reboots = sqlite.prepare<[number], RebootRow>(REBOOTS);
  const acceptances = sqlite.prepare<[object], ExpiringRow>(ACCEPTANCES);
  const systems = sqlite.prepare<[number], SystemRow>(SYSTEMS);
  return {
    /** @param after the id of a host */
    silentAgents: (before: number, after: number) => silentAgents.all({ before, after }),
    /** @param after the id of a host */
    conflicts: (since: number, after: number) => conflicts.all({ since, after }),
    /** Returns the id of the last service of a page; null: fewer are left. */
    lastService: (after: number) => lastOfPage.get(after) ?? null,
    /** @param last the last service of the page */
    certificates: (before: number, after: number, last: number) =>
      certificates.all({ before, after, last }),
    /** @param after the id of a host */
    reboots: (after: number) => reboots.all(after),
    /** @param after the id of an acceptance */
    acceptances: (now: number, before: number, after: number) =>
      acceptances.all({ now, before, after }),
    /** @param after the id of a host */
    systems: (after: number) => systems.all(after),
  };
}

const RULES = `SELECT r.id FROM notification_rules r JOIN notification_channels c ON c.id = r.channel_id AND c.enabled = 1
  WHERE EXISTS (SELECT 1 FROM json_each(r.events) e WHERE e.value IN (SELECT value FROM json_each(?))) ORDER BY r.id`;
const HAS_RULE = 'SELECT 1 FROM notification_rules WHERE id = ?';
const MARKS = 'SELECT subject FROM notification_marks WHERE rule_id = ? AND event = ?';
const ADD_MARKS = `INSERT OR IGNORE INTO notification_marks (rule_id, event, subject, announced_at)
  SELECT @ruleId, @event, value, @now FROM json_each(@subjects)`;
const REMOVE_MARKS = `DELETE FROM notification_marks WHERE rule_id = @ruleId AND event = @event
  AND subject IN (SELECT value FROM json_each(@subjects))`;

/** Statements of announced conditions. Those that write run inside a transaction. */
export function createMarkStatements(sqlite: Sqlite) {
  const rules = sqlite.prepare<[string], number>(RULES).pluck();
  const hasRule = sqlite.prepare<[number], number>(HAS_RULE).pluck();
  const marks = sqlite.prepare<[number, string], string>(MARKS).pluck();
  const add = sqlite.prepare(ADD_MARKS);
  const remove = sqlite.prepare(REMOVE_MARKS);
  return {
    /** Returns the ids of the rules of enabled channels that have one of these events. */
    listRules: (events: readonly ConditionEvent[]) => rules.all(JSON.stringify(events)),
    /** Whether a rule was not deleted in the meantime. */
    hasRule: (ruleId: number) => hasRule.get(ruleId) === 1,
    listMarks: (ruleId: number, event: ConditionEvent) => marks.all(ruleId, event),
    addMarks: (
      ruleId: number,
      event: ConditionEvent,
      subjects: readonly string[],
      now: number,
    ): void => {
      add.run({ ruleId, event, subjects: JSON.stringify(subjects), now });
    },
    removeMarks: (ruleId: number, event: ConditionEvent, subjects: readonly string[]): void => {
      remove.run({ ruleId, event, subjects: JSON.stringify(subjects) });
    },
  };
}
