import type { Db } from '../database/database.js';
import { toEvent, type AgentEvent } from './events.js';

/** Events of one host after `since` and up to `upTo`, the newest published seq. */
export interface HostEventFilter {
  hostId: number;
  since: number;
  upTo: number;
}

const matching = (db: Db, { hostId, since, upTo }: HostEventFilter) =>
  db
    .selectFrom('agent_events')
    .where('host_id', '=', hostId)
    .where('seq', '>', since)
    .where('seq', '<=', upTo);

/** Returns a page of events, oldest first, and their total. */
export async function selectHostEvents(
  db: Db,
  filter: HostEventFilter,
  page: { limit: number; offset: number },
): Promise<{ items: AgentEvent[]; total: number }> {
  const rows = await matching(db, filter)
    .selectAll()
    .orderBy('seq')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching(db, filter)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: rows.map(toEvent), total };
}
