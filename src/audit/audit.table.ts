import type { Generated } from 'kysely';

/** `refused`: nothing was changed (status 4xx); `failed`: an error of the service (5xx). */
export type AuditOutcome = 'ok' | 'refused' | 'failed';

export interface AuditTable {
  id: Generated<number>;
  time: number;
  token_id: number | null;
  actor: string | null;
  role: string | null;
  address: string | null;
  action: string;
  resource: string;
  resource_id: string | null;
  /** its name when the line was written; null: it has none, or none was known */
  resource_name: string | null;
  first_id: number | null;
  last_id: number | null;
  count: number;
  /** JSON of AuditChanges */
  changes: string | null;
  outcome: AuditOutcome;
  status: number | null;
  code: string | null;
  request_id: string | null;
}

/** A new line of the log. */
export type NewAuditLine = Omit<AuditTable, 'id'>;
