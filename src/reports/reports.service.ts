import { text } from 'node:stream/consumers';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import type { Severity } from '../knowledge/records.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { Clock } from '../platform/clock.js';
import { getTask } from '../tasks/tasks.service.js';
import type { RenderedReport } from './render-worker/stream.js';
import type { RenderJob } from './render-worker/messages.js';
import type { ReportRenderer } from './render-worker/pool.js';
import type { ReportFormat } from './content-negotiation.js';
import { templateExists } from './reports.repository.js';
import type { DiffSelections, EntrySelection } from './selections.js';

/** `database`, `knowledge`: render workers open the same files. */
export interface ReportsDeps {
  database: Database;
  knowledge: Pick<Knowledge, 'file'>;
  clock: Clock;
  config: Pick<Config, 'FEED_STALE_DAYS'>;
}

/**
 * Selects the tasks and the format of a report. `since`: a task id; `last`: a number of tasks; `base`: the task
 * to compare with; `severity`: the minimum of the listed findings.
 */
interface ReportQuery {
  unimportant: boolean;
  severity?: Severity | undefined;
  include?: 'remediations' | undefined;
  since?: number | undefined;
  last?: number | undefined;
  base?: number | undefined;
  format: ReportFormat;
}

/** Returns the job for the diffs of all finished tasks of a template. Throws 404 if there is no such template. */
export async function requestChainReport(
  deps: ReportsDeps,
  templateId: number,
  query: ReportQuery,
): Promise<RenderJob> {
  if (!(await templateExists(deps.database.db, templateId))) throw notFound('template', templateId);
  const { since = 0, last = Number.MAX_SAFE_INTEGER } = query;
  return {
    ...jobOptions(deps, query),
    kind: 'chain',
    templateId,
    upTo: Number.MAX_SAFE_INTEGER,
    since,
    last,
  };
}

/**
 * Returns the job for the diff of one task, or for everything that it found. Throws 404 if there is no
 * such task, 400 if `base` is no task to compare it with, 409 while it is running.
 */
export async function requestTaskReport(
  deps: ReportsDeps,
  kind: 'task-diff' | 'task-report',
  taskId: number,
  query: ReportQuery,
): Promise<RenderJob> {
  const task = await getTask(deps, taskId);
  if (task.status === 'working')
    throw new AppError('task_working', `Task ${taskId} is still running`);
  if (query.base !== undefined) await checkBase(deps, task, query.base);
  return {
    ...jobOptions(deps, query),
    ...(query.base !== undefined && { base: query.base }),
    kind,
    templateId: task.templates_id,
    upTo: taskId,
    since: taskId,
    last: 1,
  };
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** Throws 400 unless the task has another before it, of the same template and finished, with the id `base`. */
async function checkBase(
  deps: ReportsDeps,
  { id, templates_id }: Awaited<ReturnType<typeof getTask>>,
  base: number,
): Promise<void> {
  const task = base < id ? await getTask(deps, base).catch(nullIfAbsent) : null;
  if (task?.templates_id === templates_id && task.status !== 'working') return;
  const message = 'must be an earlier, finished task of the same template';
  throw new AppError('validation_failed', `/base: ${message}`, {
    errors: [{ in: 'query', path: '/base', message }],
  });
}

const jobOptions = (
  { clock, config, database, knowledge }: ReportsDeps,
  { unimportant, severity, include, format }: ReportQuery,
) => ({
  withHidden: unimportant,
  withOpen: format === 'html' || format === 'markdown' || include === 'remediations',
  minSeverity: severity ?? null,
  format,
  now: clock.now(),
  staleDays: config.FEED_STALE_DAYS,
  files: { database: database.sqlite.name, knowledge: knowledge.file },
});

/** Returns the selections of the diff of a finished task. Rejects as `requestTaskReport` and `runRenderJob` do. */
export async function readSelections(
  deps: ReportsDeps,
  renderer: ReportRenderer,
  taskId: number,
  selections: readonly EntrySelection[],
  signal: AbortSignal,
): Promise<DiffSelections> {
  const query = { unimportant: false, format: 'json' } as const;
  const job = await requestTaskReport(deps, 'task-diff', taskId, query);
  const { text: stream } = await runRenderJob(renderer, { ...job, selections }, signal);
  return JSON.parse(await text(stream)) as DiffSelections;
}

/** Renders a report. Throws 404 if its task was deleted in the meantime. */
export async function runRenderJob(
  renderer: ReportRenderer,
  job: RenderJob,
  signal: AbortSignal,
): Promise<RenderedReport> {
  const report = await renderer.render(job, signal);
  if (job.kind === 'chain' || report.lastTask !== null) return report;
  report.text.destroy();
  throw new AppError('not_found', 'The task was deleted in the meantime');
}
