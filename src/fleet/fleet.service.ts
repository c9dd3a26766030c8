import type { Database } from '../database/database.js';
import { AppError } from '../errors.js';
import { FEED_NAMES } from '../feeds/feeds.catalog.js';
import type { Feeds } from '../feeds/feeds.service.js';
import { requireHost } from '../hosts/hosts.service.js';
import { offsetOf, type Page } from '../http/common.js';
import { validationFailed } from '../http/zod.js';
import { getTask } from '../tasks/tasks.service.js';
import type { ListText } from '../vulnerabilities/lists/lists.js';
import { toScript } from '../vulnerabilities/remediations/script.js';
import type { FleetReader } from './create-fleet.js';
import { readChangesSince } from './history/changes-since.js';
import { readHostNames } from './fleet.repository.js';
import type { SummaryBody } from './fleet.schemas.js';
import type { RemediationFilter } from './messages.js';

export interface FleetServiceDeps {
  database: Database;
  fleet: Pick<FleetReader, 'ask'>;
  feeds: Pick<Feeds, 'views'>;
}

const ALL_ROWS = { limit: -1, offset: 0 };

const rowsOf = (page: Page) => ({ limit: page.limit, offset: offsetOf(page) });

/** Returns the state of the fleet at a glance. `since`: adds what changed since that day, Unix seconds. */
export async function getSummary(
  { database, fleet, feeds }: FleetServiceDeps,
  since?: number,
): Promise<SummaryBody> {
  const { hosts, findings, ...summary } = await fleet.ask('summary', null);
  const { notChecked, unanswered, gaps, parts, ending } = hosts.coverage;
  const loaded = feeds
    .views(FEED_NAMES)
    .filter(({ needed, version, error }) => needed || version !== null || error !== null);
  return {
    ...summary,
    findings: {
      ...findings,
      ...(since !== undefined && { since: readChangesSince(database.reading(), since) }),
    },
    hosts: {
      total: hosts.total,
      by_status: hosts.by_status,
      not_checked: notChecked,
      coverage: parts,
      not_checked_reasons: gaps,
      unanswered_addresses: unanswered,
      ending_support: ending,
    },
    feeds: loaded.map(({ name, needed, data_from, stale, status, error }) => ({
      name,
      needed,
      data_from,
      stale: needed && stale,
      status,
      error,
    })),
  };
}

/** Returns a page of remediations as JSON, highest risk first: another thread writes it. */
export const listRemediations = (
  { fleet }: FleetServiceDeps,
  filter: RemediationFilter,
  page: Page,
): Promise<ListText> => fleet.ask('remediationList', { filter, rows: rowsOf(page) });

/** Returns a shell script with the commands for one host. 400 without a host, 404 for an unknown one. */
export async function remediationScript(
  { database, fleet }: FleetServiceDeps,
  filter: RemediationFilter,
): Promise<string> {
  if (filter.host_id === undefined)
    throw validationFailed([
      { in: 'query', path: '/host_id', message: 'is required: a script is for one host' },
    ]);
  await requireHost(database.db, filter.host_id);
  const [host] = readHostNames(database.reading(), [filter.host_id]);
  const { items } = await fleet.ask('remediations', { filter, rows: ALL_ROWS });
  return toScript(host ?? { ip: '', name: '' }, items);
}

/** Returns a page of what to do about the findings of a task, as JSON. 404 for an unknown one, 409 while it runs. */
export async function listTaskRemediations(
  deps: FleetServiceDeps,
  taskId: number,
  page: Page,
): Promise<ListText> {
  const task = await getTask(deps, taskId);
  if (task.status === 'working')
    throw new AppError('task_working', `Task ${taskId} is still running`);
  return deps.fleet.ask('task', { taskId, templateId: task.templates_id, rows: rowsOf(page) });
}
