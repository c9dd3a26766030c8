import type { Sqlite } from '../../database/sqlite.js';
import { RULES_VERSION } from '../rules-version.js';
import type { LastMatch } from './messages.js';
import { prepareStaleHosts } from './rematch.statements.js';

/** A host whose findings were computed from an older generation or by other rules, or before any matcher covered it. */
export interface StaleHost {
  id: number;
  before: LastMatch | null;
  /** whether its last match was by other rules: all of it has to be matched */
  hasOtherRules: boolean;
  /** whether one of its services reported a version */
  hasServices: boolean;
}

/** Returns all hosts that have packages or services and no match with this generation and the current rules, by id. */
export function listStaleHosts(sqlite: Sqlite, generation: number): StaleHost[] {
  return prepareStaleHosts(sqlite)
    .all({ generation, rules: RULES_VERSION })
    .map(({ id, generation: matched, rules, state, has_services }) => ({
      id,
      before:
        matched === null || state === null
          ? null
          : { generation: matched, state: state.toString('hex') },
      hasOtherRules: rules !== RULES_VERSION,
      hasServices: has_services === 1,
    }));
}
