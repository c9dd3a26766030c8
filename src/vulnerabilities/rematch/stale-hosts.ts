import type { Sqlite } from '../../database/sqlite.js';
import type { LastMatch } from './messages.js';
import { prepareStaleHosts } from './rematch.statements.js';

/** A host whose findings were computed from an older generation, or before any matcher covered it. */
export interface StaleHost {
  id: number;
  before: LastMatch | null;
  /** whether one of its services reported a version */
  hasServices: boolean;
}

/** Returns all hosts that have packages or services and no match with this generation, by id. */
export function listStaleHosts(sqlite: Sqlite, generation: number): StaleHost[] {
  return prepareStaleHosts(sqlite)
    .all({ generation })
    .map(({ id, generation: matched, state, has_services }) => ({
      id,
      before:
        matched === null || state === null
          ? null
          : { generation: matched, state: state.toString('hex') },
      hasServices: has_services === 1,
    }));
}
