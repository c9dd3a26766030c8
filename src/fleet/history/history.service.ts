import type { Database } from '../../database/database.js';
import { getGroup } from '../../groups/groups.service.js';
import type { Clock } from '../../platform/clock.js';
import type { FleetReader } from '../create-fleet.js';
import { dayOf } from '../../vulnerabilities/ledger/days.js';
import { ALL_HOSTS } from './fleet-day.js';
import type { ReadChainCounts } from '../../reports/chain/chain.service.js';
import { buildHistory, type HistoryDay } from './history.js';
import { buildTemplateHistory } from './template-history.js';
import { readChanges, readFirstDay, readStates } from './history.repository.js';

interface HistoryDeps {
  database: Database;
  fleet: Pick<FleetReader, 'updateDay'>;
  clock: Pick<Clock, 'now'>;
}

/**
 * Returns the last `days` days, today included and oldest first, from the first recorded day on.
 * 404 for an unknown group.
 */
export async function getHistory(
  { database, clock, fleet }: HistoryDeps,
  { days, group_id: group }: { days: number; group_id?: number | undefined },
): Promise<HistoryDay[]> {
  if (group !== undefined) await getGroup(database.db, group);
  await fleet.updateDay();
  const groupId = group ?? ALL_HOSTS;
  const sqlite = database.reading();
  const first = readFirstDay(sqlite, groupId);
  const today = dayOf(clock.now());
  if (first === null) return [];
  const from = Math.max(first, today - days + 1);
  const states = readStates(sqlite, groupId, from);
  return buildHistory({ from, to: today }, states, readChanges(sqlite, groupId, from));
}

/** The tasks that the history of a template is built from: the newest. */
const MAX_TASKS = 1000;

/**
 * Returns the last `days` days of a template, today included and oldest first, from the day of its first task on.
 * 404 for an unknown template.
 */
export async function getTemplateHistory(
  { clock, readChainCounts }: Pick<HistoryDeps, 'clock'> & { readChainCounts: ReadChainCounts },
  { days, template_id }: { days: number; template_id: number },
): Promise<HistoryDay[]> {
  const tasks = await readChainCounts(template_id, MAX_TASKS);
  const finished = tasks.map(({ finished_at }) => finished_at ?? 0);
  const today = dayOf(clock.now());
  const from = Math.max(dayOf(Math.min(...finished)), today - days + 1);
  return tasks.length === 0 ? [] : buildTemplateHistory({ from, to: today }, tasks);
}
