import type { Database } from '../../database/database.js';
import { selectAgents, selectLastOperations } from './agent-list.repository.js';
import type { AgentListQuery } from './agent-list.schemas.js';

/** Returns a page of agents with their last operations. `version`: the one that an update installs. */
export async function listAgents(
  { database: { db } }: { database: Pick<Database, 'db'> },
  query: AgentListQuery,
  version: string,
) {
  const { items, total } = await selectAgents(db, query, version);
  const operations = await selectLastOperations(
    db,
    items.map((item) => item.host_id),
  );
  return {
    items: items.map((item) => ({
      ...item,
      outdated: item.state !== 'none' && item.version !== version,
      operation: operations.get(item.host_id) ?? null,
    })),
    total,
  };
}
