import { chunk } from '../../lib/collections.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { createDataHistory, type StaleRule } from '../../vulnerabilities/coverage/loaded-data.js';
import { countSeverities } from '../../vulnerabilities/severity.js';
import type { Matcher } from '../../vulnerabilities/facts.js';
import { createAcceptanceTimeline, type AcceptanceTimeline } from './acceptance-timeline.js';
import { createCauseResolver } from '../compare/cause.js';
import { createChain } from '../compare/chain.js';
import type { OpenFinding, ReportTask, TaskDiff } from '../diff.js';
import { loadFacts } from './findings.read.js';
import { createResultData } from './result-data.js';
import type { ReportStatements } from './reports.statements.js';
import type { VulnerabilityRow } from './stored-rows.js';

/** Selects the diffs of a template that a report contains. */
export interface ChainOptions {
  templateId: number;
  /** id of the last task that is compared */
  upTo: number;
  /** id of the task that `upTo` is compared with: those between are left out; absent: the task before it */
  base?: number;
  /** id of the first task that is reported; earlier ones are compared, but not reported */
  since: number;
  /** at most this number of the newest tasks is reported */
  last: number;
  /** includes findings rated unimportant by their publisher */
  withHidden: boolean;
  /** Unix seconds */
  now: number;
  /** FEED_STALE_DAYS */
  staleDays: number;
  /** whether the open findings of the newest task are read as well */
  withOpen: boolean;
}

/**
 * Diffs, and the vulnerabilities that their entries refer to. `open`: the open findings of the newest task, accepted
 * ones included; empty unless requested.
 */
interface LoadedChain {
  diffs: TaskDiff[];
  open: OpenFinding[];
  vulnerabilities: Map<string, VulnerabilityRow>;
}

interface ChainSources {
  statements: ReportStatements;
  knowledge: Pick<Knowledge, 'feedVersion' | 'sqlite'>;
  matcher: Matcher;
}

/** Reads and compares the tasks of a template. */
export function loadChain(
  sources: ChainSources,
  { templateId, upTo, base, since, last, withHidden, withOpen, ...staleRule }: ChainOptions,
): LoadedChain {
  const { statements } = sources;
  const tasks = statements
    .tasks(templateId, upTo)
    .filter(({ id }) => base === undefined || id <= base || id === upTo);
  const reported = tasks.slice(-last).filter((t) => t.id >= since);
  const acceptances = readTimeline(statements);
  const reportedIds = new Set(reported.map((t) => t.id));
  const comparison = { sources, withHidden, acceptances, staleRule };
  const { diffs, openFindings } = compareTasks(comparison, tasks, reportedIds);
  return withVulnerabilities(statements, diffs, withOpen ? openFindings() : []);
}

/**
 * Reads everything that one task (`upTo`) found, as the `new` of a diff without a baseline. Accepted
 * findings are included and marked as accepted.
 */
export function loadTaskReport(
  sources: ChainSources,
  {
    templateId,
    upTo,
    withHidden,
    now,
    staleDays,
  }: Omit<ChainOptions, 'base' | 'since' | 'last' | 'withOpen'>,
): LoadedChain {
  const { statements } = sources;
  const tasks = statements.tasks(templateId, upTo).filter((t) => t.id === upTo);
  const noAcceptances = createAcceptanceTimeline([]);
  const { diffs } = compareTasks(
    { sources, withHidden, acceptances: noAcceptances, staleRule: { now, staleDays } },
    tasks,
    new Set([upTo]),
  );
  const acceptances = readTimeline(statements);
  for (const diff of diffs) {
    const { task, new: entries } = diff;
    const asOf = { change: task.acceptance_changes, at: task.finished_at };
    for (const entry of entries)
      entry.accepted = acceptances.find(entry.fact, entry.host.host_id, asOf);
    diff.open = Object.values(countSeverities(entries.filter((e) => e.accepted === null)));
  }
  return withVulnerabilities(statements, diffs, diffs.at(-1)?.new ?? []);
}

const readTimeline = (statements: ReportStatements): AcceptanceTimeline =>
  createAcceptanceTimeline(statements.acceptances(), statements.acceptanceMembers());

interface Comparison {
  sources: ChainSources;
  withHidden: boolean;
  acceptances: AcceptanceTimeline;
  staleRule: StaleRule;
}

/**
 * Compares all tasks, oldest first. Returns the diffs of those in `reportedIds`, and a function that reads the open
 * findings of the newest task.
 */
function compareTasks(
  { sources, withHidden, acceptances, staleRule }: Comparison,
  tasks: readonly ReportTask[],
  reportedIds: ReadonlySet<number>,
): { diffs: TaskDiff[]; openFindings: () => OpenFinding[] } {
  const { statements, knowledge, matcher } = sources;
  const setIds = new Set(tasks.flatMap((task) => statements.factSetIds(task.id)));
  const facts = loadFacts(statements, setIds, withHidden);
  const resultData = createResultData(
    statements,
    facts,
    acceptances,
    knowledge,
    createDataHistory(knowledge, staleRule),
  );
  const chain = createChain(
    {
      resultData,
      acceptances,
      causeResolver: createCauseResolver(matcher, withHidden),
      originOf: matcher.originOf,
    },
    (id) => statements.hostExists(id),
  );
  const diffs = tasks
    .map((task) => {
      const isReported = reportedIds.has(task.id);
      return chain.compareTask(
        task,
        statements.hosts(task.id),
        isReported,
        statements.sightings(task.id),
      );
    })
    .filter(({ task }) => reportedIds.has(task.id));
  const newest = tasks.at(-1);
  return { diffs, openFindings: () => (newest ? chain.openFindings(newest) : []) };
}

const VULNERABILITY_BATCH_SIZE = 1_000;

function withVulnerabilities(
  statements: ReportStatements,
  diffs: TaskDiff[],
  open: OpenFinding[],
): LoadedChain {
  const ids = new Set(open.map(({ fact }) => fact.vulnerability_id));
  for (const diff of diffs)
    for (const list of [diff.new, diff.fixed, diff.changed])
      for (const { fact } of list) ids.add(fact.vulnerability_id);
  const vulnerabilities = new Map<string, VulnerabilityRow>();
  for (const batch of chunk(ids, VULNERABILITY_BATCH_SIZE))
    for (const row of statements.vulnerabilities(batch)) vulnerabilities.set(row.id, row);
  return { diffs, open, vulnerabilities };
}
