import type { Readable } from 'node:stream';
import type { Context } from '../context.js';
import { AppError, notFound } from '../errors.js';
import { getTask } from '../tasks/tasks.service.js';
import type { TaskAnswer } from '../tasks/tasks.schemas.js';
import { createBreathe } from './breathe.js';
import { explained } from './explained.js';
import { csvOf } from './formats/csv.js';
import { htmlOf } from './formats/html.js';
import { jsonOfDiffs } from './formats/json.js';
import { jsonOfFound } from './formats/found.json.js';
import { markdownOf } from './formats/markdown.js';
import type { Format } from './negotiate.js';
import { readChain, readTask, type ReadChain } from './read-chain.js';
import type { Report } from './report.js';
import { streamOf } from './stream.js';
import { createTell } from './told.js';

type Needs = Pick<Context, 'db' | 'sqlite' | 'knowledge' | 'judge' | 'clock'>;

/** Which part of a chain is wanted; `since` is the id of a task. */
export interface ChainQuery { unimportant: boolean; since?: number | undefined; last?: number | undefined }

/** The diffs of all finished tasks of a template. 404 when there is no such template. */
export async function chainReport(ctx: Needs, templateId: number, { unimportant, since = 0, last = Number.MAX_SAFE_INTEGER }: ChainQuery): Promise<Report> {
  if (!(await template(ctx, templateId))) throw notFound('template', templateId);
  return report(ctx, 'chain', templateId, await readChain(ctx, { templateId, upTo: Number.MAX_SAFE_INTEGER, since, last, withHidden: unimportant }));
}

/** What one task differs in from those before it. 404 when there is no such task, 409 while it works. */
export async function stepReport(ctx: Needs, taskId: number, { unimportant }: ChainQuery): Promise<Report> {
  const { templates_id: templateId } = await finished(ctx, taskId);
  return report(ctx, 'step', templateId, await readChain(ctx, { templateId, upTo: taskId, since: taskId, last: 1, withHidden: unimportant }));
}

/** All that one task found. The same errors. */
export async function foundReport(ctx: Needs, taskId: number, { unimportant }: ChainQuery): Promise<Report> {
  const { templates_id: templateId } = await finished(ctx, taskId);
  return report(ctx, 'found', templateId, await readTask(ctx, { templateId, taskId, withHidden: unimportant }));
}

async function finished(ctx: Needs, taskId: number): Promise<TaskAnswer> {
  const task = await getTask(ctx, taskId);
  if (task.status === 'working') throw new AppError('task_working', `The task ${taskId} is still working`);
  return task;
}

const template = (ctx: Needs, id: number) => ctx.db.selectFrom('templates').select(['name', 'type']).where('id', '=', id).executeTakeFirst();

async function report(ctx: Needs, about: Report['about'], templateId: number, { diffs, notes }: ReadChain): Promise<Report> {
  if (about !== 'chain' && diffs.length === 0) throw new AppError('not_found', 'The task was deleted meanwhile');
  return { about, template_id: templateId, template: (await template(ctx, templateId)) ?? null, diffs, tell: createTell(notes, explained), now: ctx.clock.now() };
}

/** The report as text, piece by piece. */
export function render(ctx: Pick<Needs, 'clock'>, given: Report, format: Format): Readable {
  const texts = { json: jsonOf, csv: csvOf, markdown: markdownOf, html: htmlOf }[format];
  return streamOf(texts(given), createBreathe(ctx.clock));
}

function jsonOf({ about, diffs, tell }: Report): Iterable<string> {
  const [first] = diffs;
  return about === 'found' && first ? jsonOfFound(first, tell) : jsonOfDiffs(diffs, tell, about === 'chain');
}
