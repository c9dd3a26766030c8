import type { Database } from '../../database/database.js';
import type { EventStream } from '../../events/stream/create-stream.js';
import type { MachineIdentity } from '../../inventory/inventory.js';
import { createAgentStatements } from '../agents.statements.js';

/** A report of another machine than the agent's. `message`: a sentence that says what to do. */
export class IdentityConflictError extends Error {
  override name = 'IdentityConflictError';
}

/** How long a refused report of another machine is a problem of now, in seconds: the copy may be removed since. */
export const CONFLICT_SECONDS = 7 * 86_400;

/** Names that many machines have. */
const COMMON_NAMES = new Set(['', 'localhost', 'localhost.localdomain', '(none)']);

/**
 * Whether a report is of the known machine. The id decides where both are known: a machine may be renamed. Otherwise
 * the host names must be equal, without regard to case, or one of them must be the other with a domain. An unknown
 * value contradicts nothing.
 * @internal
 */
export function isSameMachine(known: MachineIdentity, reported: MachineIdentity): boolean {
  if (known.machine_id !== null && reported.machine_id !== null)
    return known.machine_id === reported.machine_id;
  const a = nameOf(known);
  const b = nameOf(reported);
  if (a === null || b === null) return true;
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

function nameOf({ host_name }: MachineIdentity): string | null {
  const name = host_name?.toLowerCase().replace(/\.$/, '') ?? '';
  return COMMON_NAMES.has(name) ? null : name;
}

/**
 * Returns, for a host, the function that compares the machine of a report with the agent's, and remembers it. That
 * function rejects with IdentityConflictError for another one, and an event records it. `now`: Unix seconds.
 */
export function createIdentityCheck(
  { sqlite, groupCommit }: Database,
  eventStream: Pick<EventStream, 'append'>,
  now: () => number,
) {
  const statements = createAgentStatements(sqlite);
  return (hostId: number) =>
    async (reported: MachineIdentity): Promise<void> => {
      const known = statements.findMachine(hostId);
      if (known === undefined) return;
      if (!isSameMachine(known, reported)) {
        const error = conflictText(known, reported);
        await groupCommit(() => {
          statements.recordConflict(hostId, now());
          return eventStream.append({ event: 'agent.identity_conflict', host_id: hostId, error });
        });
        throw new IdentityConflictError(error);
      }
      const isNew =
        (reported.machine_id ?? known.machine_id) !== known.machine_id ||
        (reported.host_name ?? known.host_name) !== known.host_name;
      if (!isNew) return;
      await groupCommit(() => statements.rememberMachine(hostId, reported));
    };
}

function conflictText(known: MachineIdentity, reported: MachineIdentity): string {
  const isNamed = reported.host_name !== null && known.host_name !== null;
  const difference =
    isNamed && !isSameMachine({ ...known, machine_id: null }, { ...reported, machine_id: null })
      ? `the report is from ${reported.host_name}, and the agent is on ${known.host_name}`
      : 'the report has another machine id';
  return (
    `Two machines use the identity of this agent: ${difference}. ` +
    'Remove the copy; if the machine was replaced or renamed, install or update the agent again.'
  );
}
