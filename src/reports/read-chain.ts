import { openSqlite, type Sqlite } from '../database/sqlite.js';
import type { Knowledge } from '../knowledge/open.js';
import type { Clock } from '../outside/clock.js';
import type { Judge } from '../vulnerabilities/facts.js';
import { createAccepted, type Accepted } from './acceptances.js';
import { createBreathe, type Breathe } from './breathe.js';
import { createCauses } from './cause.js';
import { createChain } from './chain.js';
import type { ReportTask, TaskDiff } from './diff.js';
import { readFacts } from './facts.read.js';
import { createStock } from './read-stock.js';
import { reportRows, type NoteRow, type ReportRows } from './rows.js';

export interface ChainRequest {
  templateId: number;
  /** the last task of the chain */
  upTo: number;
  /** only the diffs of tasks from this one on are kept; what was before is still what they are compared with */
  since: number;
  /** at most so many of the newest diffs are kept */
  last: number;
  /** also what is unimportant in the publisher's eyes */
  withHidden: boolean;
}

/** The diffs, and what is known of the vulnerabilities that they name. */
export interface ReadChain { diffs: TaskDiff[]; notes: Map<string, NoteRow> }

export interface ChainSources { sqlite: Sqlite; knowledge: Pick<Knowledge, 'feedVersion'>; judge: Judge; clock: Pick<Clock, 'monotonicMs'> }

/**
 * Reads and compares the tasks of a template, in small pieces, so that others have their turn; all of it sees the database as it
 * was at the beginning.
 */
export function readChain(sources: ChainSources, { templateId, upTo, since, last, withHidden }: ChainRequest): Promise<ReadChain> {
  return inSnapshot(sources, async (rows, breathe) => {
    const tasks = rows.tasks(templateId, upTo);
    const accepted = createAccepted(rows.acceptances());
    const kept = new Set(tasks.slice(-last).filter((t) => t.id >= since).map((t) => t.id));
    return compareAll({ sources, rows, breathe, withHidden, accepted }, tasks, kept);
  });
}

/** All that one task found, as the `new` of a diff without a base. What is accepted is among it, and marked so. */
export function readTask(sources: ChainSources, { templateId, taskId, withHidden }: { templateId: number; taskId: number; withHidden: boolean }): Promise<ReadChain> {
  return inSnapshot(sources, async (rows, breathe) => {
    const tasks = rows.tasks(templateId, taskId).filter((t) => t.id === taskId);
    const diffs = await compareAll({ sources, rows, breathe, withHidden, accepted: createAccepted([]) }, tasks, new Set([taskId]));
    const accepted = createAccepted(rows.acceptances());
    for (const { task, new: entries } of diffs) for (const e of entries) e.accepted = accepted.of(e.fact, e.host.host_id, { change: task.acceptance_changes, at: task.finished_at });
    return diffs;
  });
}

async function inSnapshot(sources: ChainSources, work: (rows: ReportRows, breathe: Breathe) => Promise<TaskDiff[]>): Promise<ReadChain> {
  const breathe = createBreathe(sources.clock);
  const sqlite = openSqlite(sources.sqlite.name, { readonly: true });
  try {
    sqlite.pragma('cache_size = -64000');
    sqlite.exec('BEGIN');
    const rows = reportRows(sqlite);
    const diffs = await work(rows, breathe);
    return { diffs, notes: await readNotes(rows, diffs, breathe) };
  } finally {
    sqlite.close();
  }
}

interface Comparison { sources: ChainSources; rows: ReportRows; breathe: Breathe; withHidden: boolean; accepted: Accepted }

async function compareAll({ sources, rows, breathe, withHidden, accepted }: Comparison, tasks: readonly ReportTask[], kept: ReadonlySet<number>): Promise<TaskDiff[]> {
  const sets = new Set<number>();
  for (const task of tasks) {
    for (const id of rows.factSets(task.id)) sets.add(id);
    await breathe();
  }
  const stock = createStock(rows, await readFacts(rows, sets, withHidden, breathe), accepted, sources.knowledge);
  const chain = createChain({ stock, accepted, causes: createCauses(sources.judge, withHidden) }, (id) => rows.hostExists(id));
  const diffs: TaskDiff[] = [];
  for (const task of tasks) {
    const diff = await ended(chain.take(task, rows.hosts(task.id), kept.has(task.id)), breathe);
    if (kept.has(task.id)) diffs.push(diff);
  }
  return diffs;
}

async function ended<T>(steps: Generator<undefined, T>, breathe: Breathe): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await breathe();
  }
}

const NOTES_AT_ONCE = 1_000;

async function readNotes(rows: ReportRows, diffs: readonly TaskDiff[], breathe: Breathe): Promise<Map<string, NoteRow>> {
  const ids = new Set<string>();
  for (const diff of diffs) for (const list of [diff.new, diff.fixed, diff.changed]) for (const { fact } of list) ids.add(fact.vulnerability_id);
  const all = [...ids];
  const notes = new Map<string, NoteRow>();
  for (let i = 0; i < all.length; i += NOTES_AT_ONCE) {
    for (const note of rows.notes(all.slice(i, i + NOTES_AT_ONCE))) notes.set(note.id, note);
    await breathe();
  }
  return notes;
}
