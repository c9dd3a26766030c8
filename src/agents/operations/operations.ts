import type { OperationError } from '../../events/events.js';
import type { AgentAction, OperationStatus, OperationTable, OsFamily } from '../agents.table.js';

/** An operation as it is shown. Times are Unix seconds. */
export interface Operation extends Omit<OperationTable, 'id' | 'percent' | 'dry_run' | 'error'> {
  id: number;
  percent: number;
  dry_run: boolean;
  status: OperationStatus;
  error: OperationError | null;
}

export interface NewOperation {
  host_id: number;
  action: AgentAction;
  os_family: OsFamily;
  credential_id: number;
  dry_run: boolean;
}

export type OperationRow = Omit<OperationTable, 'id' | 'percent'> & { id: number; percent: number };

export const toOperation = (row: OperationRow): Operation => ({
  ...row,
  dry_run: row.dry_run === 1,
  error: row.error === null ? null : (JSON.parse(row.error) as OperationError),
});
