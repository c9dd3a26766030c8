import { text } from 'node:stream/consumers';
import { notFound } from '../../errors.js';
import { saveTaskCounts } from '../../tasks/tasks.service.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { ReportRenderer } from '../render-worker/pool.js';
import { templateExists } from '../reports.repository.js';
import { requestChainReport, runRenderJob, type ReportsDeps } from '../reports.service.js';
import type { TaskCounts } from './task-counts.js';
import {
  readChainSignature,
  readNewestTasks,
  type CountedTaskRow,
} from './task-counts.repository.js';

/** A finished task with the counts of its diff. `finished_at`: Unix seconds. */
export interface CountedTask extends TaskCounts {
  task_id: number;
  number_task: string;
  status: CountedTaskRow['status'];
  finished_at: number | null;
}

/**
 * Returns the newest `last` finished tasks of a template with the counts of their diffs, oldest first. Counts that are
 * not stored yet are computed in a render worker. 404 for an unknown template.
 */
export type ReadChainCounts = (templateId: number, last: number) => Promise<CountedTask[]>;

export function createChainCounts(deps: ReportsDeps, renderer: ReportRenderer): ReadChainCounts {
  const computing = new Map<number, Promise<void>>();
  const compute = createCountComputing(deps, renderer);
  const read = (templateId: number, last: number): CountedTaskRow[] =>
    readNewestTasks(deps.database.reading(), templateId, last).reverse();

  /** Several readers of one template wait for the same computation. */
  const computeOnce = (templateId: number, since: number): Promise<void> => {
    const running = computing.get(templateId);
    if (running !== undefined) return running;
    const started = compute(templateId, since).finally(() => computing.delete(templateId));
    computing.set(templateId, started);
    return started;
  };
  return async (templateId, last) => {
    if (!(await templateExists(deps.database.db, templateId)))
      throw notFound('template', templateId);
    let rows = read(templateId, last);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const missing = rows.find(({ counts }) => counts === null);
      if (missing === undefined) break;
      await computeOnce(templateId, missing.id);
      rows = read(templateId, last);
    }
    return rows.flatMap(toCountedTask);
  };
}

/** Tasks may end or be deleted while their template is read: what they make wrong is computed again. */
const MAX_ATTEMPTS = 3;

/** Returns a function that computes and stores the counts of the tasks of a template from one task on. */
function createCountComputing(deps: ReportsDeps, renderer: ReportRenderer) {
  const { database } = deps;
  return async (templateId: number, since: number): Promise<void> => {
    const signature = readChainSignature(database.reading(), templateId);
    const query = { unimportant: false, format: 'json' as const, since };
    const job = { ...(await requestChainReport(deps, templateId, query)), isCounted: true };
    const report = await runRenderJob(renderer, job, new AbortController().signal);
    const counted = await text(report.text);
    await database.db.transaction().execute(async (trx) => {
      if (readChainSignature(database.sqlite, templateId) === signature)
        await saveTaskCounts(trx, counted);
    });
  };
}

/** Nothing for a task whose counts could not be stored, as it ended or was deleted again and again. */
const toCountedTask = ({ id, status, finished_at, counts }: CountedTaskRow): CountedTask[] =>
  counts === null
    ? []
    : [
        {
          task_id: id,
          number_task: taskNumber(id),
          status,
          finished_at,
          ...(JSON.parse(counts) as TaskCounts),
        },
      ];
