import type { Context } from '../context.js';
import { AppError, notFound } from '../errors.js';
import { getTask } from '../tasks/tasks.service.js';
import type { RenderedReport } from './render-worker/stream.js';
import type { RenderJob } from './render-worker/messages.js';
import type { ReportRenderer } from './render-worker/pool.js';
import type { ReportFormat } from './content-negotiation.js';

type Needs = Pick<Context, 'database' | 'knowledge' | 'clock'>;

/** Which part of a chain is wanted, and how; `since` is the id of a task. */
export interface ReportQuery {
  unimportant: boolean;
  since?: number | undefined;
  last?: number | undefined;
  format: ReportFormat;
}

/** The diffs of all finished tasks of a template. 404 when there is no such template. */
export async function requestChainReport(
  ctx: Needs,
  templateId: number,
  wish: ReportQuery,
): Promise<RenderJob> {
  const template = await ctx.database.db
    .selectFrom('templates')
    .select('id')
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (!template) throw notFound('template', templateId);
  const { since = 0, last = Number.MAX_SAFE_INTEGER } = wish;
  return {
    ...job(ctx, wish),
    about: 'chain',
    templateId,
    upTo: Number.MAX_SAFE_INTEGER,
    since,
    last,
  };
}

/** What one task differs in from those before it (`step`), or all that it found. 404 when there is no such task, 409 while it works. */
export async function requestTaskReport(
  ctx: Needs,
  about: 'step' | 'found',
  taskId: number,
  wish: ReportQuery,
): Promise<RenderJob> {
  const task = await getTask(ctx, taskId);
  if (task.status === 'working')
    throw new AppError('task_working', `The task ${taskId} is still working`);
  return {
    ...job(ctx, wish),
    about,
    templateId: task.templates_id,
    upTo: taskId,
    since: taskId,
    last: 1,
  };
}

const job = (
  { clock, database: { sqlite }, knowledge }: Needs,
  { unimportant, format }: ReportQuery,
) => ({
  withHidden: unimportant,
  format,
  now: clock.now(),
  files: { database: sqlite.name, knowledge: knowledge.file },
});

/** Has it made. 404 when its task was deleted meanwhile. */
export async function runRenderJob(
  maker: ReportRenderer,
  wanted: RenderJob,
  signal: AbortSignal,
): Promise<RenderedReport> {
  const made = await maker.make(wanted, signal);
  if (wanted.about === 'chain' || made.lastTask !== null) return made;
  made.text.destroy();
  throw new AppError('not_found', 'The task was deleted meanwhile');
}
