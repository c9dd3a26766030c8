import type { z } from 'zod';
import { pluralize } from '../../lib/text.js';
import { systemClock } from '../../platform/clock.js';
import { hostsDone } from '../../tasks/hosts-done.js';
import type { TaskHostResponse, TaskResponse } from '../../tasks/tasks.schemas.js';
import { withClient } from '../client/client.js';
import type { Options } from '../client/handlers.js';
import { lookupId, lookupTemplate, parseTaskId } from '../client/lookup.js';
import { readTemplateNameOf, type NameOf } from '../client/names.js';
import { getData, listAll, listFirst } from '../client/request.js';
import { withoutStatus } from '../output/final-state.js';
import { widthOf, type Io } from '../output/io.js';
import { printCard, printItems, printJson, type Column } from '../output/items.js';
import { formatDuration } from '../output/text.js';
import { agoColumn, agoText, isoText } from '../output/times.js';

type TaskHost = z.infer<typeof TaskHostResponse>;

type TaskListOptions = Options<{
  /** id or name */
  template?: string;
  status?: string;
  archived: string;
  /** substring */
  query?: string;
  sort?: string;
  limit?: string;
}>;

/** Tasks that a terminal shows without `--limit`. */
const LIMIT_ON_TERMINAL = 50;

/** Lists tasks, by default the newest first: on a terminal 50, unless `limit` says otherwise. */
export async function taskList(options: TaskListOptions, io: Io): Promise<number> {
  const { template, status, archived, query, sort, json, limit } = options;
  const isShortened = limit === undefined && json !== true && widthOf(io.stdout) !== undefined;
  const max = isShortened ? LIMIT_ON_TERMINAL : Number(limit ?? Infinity);
  const { items, total, nameOf } = await withClient(options, io, async (client) => {
    const templates_id = await lookupId(client, template, lookupTemplate);
    const filters = { archived, q: query, sort, status, templates_id };
    return {
      ...(await listFirst<TaskResponse>(client, '/api/v1/tasks/', filters, max)),
      nameOf: await readTemplateNameOf(client),
    };
  });
  printItems(items, columns(nameOf), { json, none: 'No tasks.' }, io);
  if (isShortened && total > items.length) {
    const which = sort === undefined ? 'newest' : 'first';
    io.stderr.write(
      `The ${which} ${items.length} of ${total} tasks; "--limit ${total}" lists all of them.\n`,
    );
  }
  return 0;
}

const columns = (nameOf: NameOf): Column<TaskResponse>[] => [
  { heading: 'NUMBER', value: ({ number_task }) => number_task },
  { heading: 'TEMPLATE', value: ({ templates_id: id }) => nameOf(id), isFlexible: true },
  { heading: 'TYPE', value: ({ task_type }) => task_type },
  { heading: 'STATUS', value: ({ status }) => status },
  { heading: 'HOSTS', value: hostsText },
  agoColumn('STARTED', ({ started_at, created_at }) => started_at ?? created_at),
  {
    heading: 'STATE',
    value: ({ state, error }) => error ?? state,
    text: ({ state, status, error }) => error ?? withoutStatus(state, status),
    isFlexible: true,
    isLong: true,
  },
];

function hostsText(task: TaskResponse): string {
  const { done, total } = hostsDone(task);
  return `${done}/${total}`;
}

/** Returns `3 of 3, 11 addresses did not answer`. */
function hostsAndAddresses(task: TaskResponse): string {
  const { done, total, unanswered } = hostsDone(task);
  const addresses = `${pluralize(unanswered, 'address', 'addresses')} did not answer`;
  return `${done} of ${total}${unanswered === 0 ? '' : `, ${addresses}`}`;
}

/** Prints one task with its hosts. */
export async function taskShow(options: Options<{ task: string }>, io: Io): Promise<number> {
  const id = parseTaskId(options.task);
  const { task, hosts, nameOf } = await withClient(options, io, async (client) => ({
    task: await getData<TaskResponse>(client, 'GET', `/api/v1/tasks/${id}`),
    hosts: await listAll<TaskHost>(client, `/api/v1/tasks/${id}/hosts`),
    nameOf: await readTemplateNameOf(client),
  }));
  if (options.json) printJson({ ...task, hosts }, io);
  else {
    printCard(task, fields(nameOf), {}, io);
    io.stdout.write('\n');
    printItems(hosts, HOST_COLUMNS, { none: 'No hosts.' }, io);
  }
  return 0;
}

const fields = (nameOf: NameOf): Column<TaskResponse>[] => [
  { heading: 'NUMBER', value: ({ number_task }) => number_task },
  { heading: 'TEMPLATE', value: ({ templates_id: id }) => nameOf(id) },
  { heading: 'TYPE', value: ({ task_type }) => task_type },
  { heading: 'STATUS', value: ({ status }) => status },
  { heading: 'PROGRESS', value: ({ percent }) => `${percent}%` },
  { heading: 'HOSTS', value: hostsAndAddresses },
  { heading: 'STATE', value: ({ state, error }) => error ?? state },
  { heading: 'TRIGGER', value: ({ trigger }) => trigger },
  agoColumn('STARTED', ({ started_at }) => started_at),
  {
    heading: 'FINISHED',
    value: ({ finished_at }) => isoText(finished_at),
    text: finishedText,
  },
];

function finishedText({ started_at, finished_at }: TaskResponse): string {
  if (finished_at === null) return '-';
  const duration = formatDuration((finished_at - (started_at ?? finished_at)) * 1000);
  return `${agoText(finished_at, systemClock.now())}, after ${duration}`;
}

const HOST_COLUMNS: Column<TaskHost>[] = [
  { heading: 'HOST', value: ({ name }) => name, isFlexible: true },
  { heading: 'ADDRESS', value: ({ ip }) => ip },
  {
    heading: 'OUTCOME',
    value: ({ outcome }) => outcome,
    text: ({ outcome }) => outcome ?? 'working',
  },
  {
    heading: 'DETAIL',
    value: ({ detail, reason }) => detail ?? reason,
    isFlexible: true,
    isLong: true,
  },
];
