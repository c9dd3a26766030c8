import type { Database } from '../../database/database.js';
import { getGroup } from '../../groups/groups.service.js';
import type { Clock } from '../../platform/clock.js';
import { dayOf } from '../../vulnerabilities/ledger/days.js';
import { ALL_HOSTS } from './fleet-day.js';
import { buildHistory, type HistoryDay } from './history.js';
import { readChanges, readFirstDay, readStates } from './history.repository.js';

interface HistoryDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

/**
 * Returns the last `days` days, today included and oldest first, from the first recorded day on.
 * 404 for an unknown group.
 */
export async function getHistory(
  { database, clock }: HistoryDeps,
  { days, group_id: group }: { days: number; group_id?: number | undefined },
): Promise<HistoryDay[]> {
  if (group !== undefined) await getGroup(database.db, group);
  const groupId = group ?? ALL_HOSTS;
  const sqlite = database.reading();
  const first = readFirstDay(sqlite, groupId);
  const today = dayOf(clock.now());
  if (first === null) return [];
  const from = Math.max(first, today - days + 1);
  const states = readStates(sqlite, groupId, from);
  return buildHistory({ from, to: today }, states, readChanges(sqlite, groupId, from));
}
