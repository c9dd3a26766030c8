import type { Sqlite } from '../database/sqlite.js';
import { createAuditStatements } from './audit.statements.js';
import type { NewAuditLine } from './audit.table.js';

/**
 * Records a change by a command that does not use the HTTP interface. Call it inside the transaction of the change.
 * @param now Unix seconds
 */
export function recordCommand(
  sqlite: Sqlite,
  change: Pick<NewAuditLine, 'action' | 'resource' | 'count'>,
  now: number,
): void {
  createAuditStatements(sqlite).insert({
    time: now,
    token_id: null,
    actor: 'command line',
    role: 'admin',
    address: null,
    ...change,
    resource_id: null,
    resource_name: null,
    first_id: null,
    last_id: null,
    changes: null,
    outcome: 'ok',
    status: null,
    code: null,
    request_id: null,
  });
}
