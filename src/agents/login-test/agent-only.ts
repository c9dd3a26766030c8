import type { Db } from '../../database/database.js';
import { findAgent } from '../agents.repository.js';
import { OperationFailure, type OperationErrorCode } from '../operations/errors.js';

const NOT_REACHED: readonly OperationErrorCode[] = [
  'connection_refused',
  'connect_timeout',
  'unreachable',
];

const HINT =
  'The agent on this host needs no login: tasks of the type agentInventory collect its inventory';

/** Adds to the failure of a host that cannot be logged in to that it has an agent, if it has one. */
export async function explainAgentOnly(
  db: Db,
  hostId: number,
  failure: OperationFailure,
): Promise<OperationFailure> {
  if (!NOT_REACHED.includes(failure.code)) return failure;
  const agent = await findAgent(db, hostId);
  if (agent?.installed_at == null) return failure;
  const lines = [failure.detail, HINT].filter((text) => text !== null);
  return new OperationFailure(failure.code, lines.join('\n'));
}
