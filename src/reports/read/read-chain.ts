import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { Matcher } from '../../vulnerabilities/facts.js';
import { createAcceptanceTimeline, type AcceptanceTimeline } from './acceptance-timeline.js';
import { createCauseResolver } from '../compare/cause.js';
import { createChain } from '../compare/chain.js';
import type { ReportTask, TaskDiff } from '../diff.js';
import { loadFacts } from './findings.read.js';
import type { RenderJob } from '../render-worker/messages.js';
import { createResultData } from './read-result-data.js';
import type { VulnerabilityRow, ReportStatements } from './reports.statements.js';

type Wanted = Pick<RenderJob, 'templateId' | 'upTo' | 'since' | 'last' | 'withHidden'>;

/** The diffs, and what is known of the vulnerabilities that they name. */
export interface LoadedChain {
  diffs: TaskDiff[];
  notes: Map<string, VulnerabilityRow>;
}

export interface ChainSources {
  rows: ReportStatements;
  knowledge: Pick<Knowledge, 'feedVersion' | 'sqlite'>;
  judge: Matcher;
}

/** Reads and compares the tasks of a template. */
export function loadChain(
  sources: ChainSources,
  { templateId, upTo, since, last, withHidden }: Wanted,
): LoadedChain {
  const tasks = sources.rows.tasks(templateId, upTo);
  const kept = new Set(
    tasks
      .slice(-last)
      .filter((t) => t.id >= since)
      .map((t) => t.id),
  );
  return withNotes(
    sources.rows,
    compareAll(
      { sources, withHidden, accepted: createAcceptanceTimeline(sources.rows.acceptances()) },
      tasks,
      kept,
    ),
  );
}

/** All that one task (`upTo`) found, as the `new` of a diff without a base. What is accepted is among it, and marked so. */
export function loadTaskReport(
  sources: ChainSources,
  { templateId, upTo, withHidden }: Pick<Wanted, 'templateId' | 'upTo' | 'withHidden'>,
): LoadedChain {
  const tasks = sources.rows.tasks(templateId, upTo).filter((t) => t.id === upTo);
  const diffs = compareAll(
    { sources, withHidden, accepted: createAcceptanceTimeline([]) },
    tasks,
    new Set([upTo]),
  );
  const accepted = createAcceptanceTimeline(sources.rows.acceptances());
  for (const { task, new: entries } of diffs)
    for (const e of entries)
      e.accepted = accepted.of(e.fact, e.host.host_id, {
        change: task.acceptance_changes,
        at: task.finished_at,
      });
  return withNotes(sources.rows, diffs);
}

interface Comparison {
  sources: ChainSources;
  withHidden: boolean;
  accepted: AcceptanceTimeline;
}

function compareAll(
  { sources, withHidden, accepted }: Comparison,
  tasks: readonly ReportTask[],
  kept: ReadonlySet<number>,
): TaskDiff[] {
  const { rows, knowledge, judge } = sources;
  const sets = new Set(tasks.flatMap((task) => rows.factSets(task.id)));
  const stock = createResultData(rows, loadFacts(rows, sets, withHidden), accepted, knowledge);
  const chain = createChain(
    { stock, accepted, causes: createCauseResolver(judge, withHidden) },
    (id) => rows.hostExists(id),
  );
  return tasks
    .map((task) => chain.take(task, rows.hosts(task.id), kept.has(task.id)))
    .filter(({ task }) => kept.has(task.id));
}

const NOTES_AT_ONCE = 1_000;

function withNotes(rows: ReportStatements, diffs: TaskDiff[]): LoadedChain {
  const ids = new Set<string>();
  for (const diff of diffs)
    for (const list of [diff.new, diff.fixed, diff.changed])
      for (const { fact } of list) ids.add(fact.vulnerability_id);
  const all = [...ids];
  const notes = new Map<string, VulnerabilityRow>();
  for (let i = 0; i < all.length; i += NOTES_AT_ONCE)
    for (const note of rows.notes(all.slice(i, i + NOTES_AT_ONCE))) notes.set(note.id, note);
  return { diffs, notes };
}
