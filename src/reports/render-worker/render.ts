import { transfer } from '../../lib/worker/messages.js';
import { openSqlite } from '../../database/sqlite.js';
import { readKnowledge } from '../../knowledge/open-knowledge.js';
import { createMatcher } from '../../vulnerabilities/matching/matcher.js';
import { renderEntryPage } from '../entries/entry-page.js';
import { renderCounts } from '../chain/task-counts.js';
import { renderCsv } from '../formats/csv.js';
import { renderHtml } from '../formats/html.js';
import { renderDiffsJson, renderTaskReportJson } from '../formats/json.js';
import { renderMarkdown } from '../formats/markdown.js';
import { loadChain, loadTaskReport } from '../read/read-chain.js';
import type { ReportModel } from '../present/report.js';
import { createReportStatements } from '../read/reports.statements.js';
import { createFindingPresenter } from '../present/entry-view.js';
import { createListing, createRiskOf } from '../present/listing.js';
import { highestSeverities } from '../present/summary.js';
import { toChunks } from './chunks.js';
import type { TaskDiff } from '../diff.js';
import { renderSelections } from '../selections.js';
import type { RenderJob, RenderProtocol, ReportSummary } from './messages.js';

const RENDERERS = {
  json: renderJson,
  csv: renderCsv,
  markdown: renderMarkdown,
  html: renderHtml,
};

/**
 * Yields the summary of a report, then its text. Everything is read and compared before the summary, in
 * one snapshot of hostwarden.db; the text is rendered while it is iterated.
 */
export function* renderItems(job: RenderJob): Generator<RenderProtocol['item']> {
  const report = readReportModel(job);
  yield summarize(report.diffs.at(-1));
  for (const chunk of toChunks(renderText(job, report))) yield transfer(chunk, [chunk.buffer]);
}

function renderText(job: RenderJob, report: ReportModel): Iterable<string> {
  if (job.page) return renderEntryPage(report, job.page);
  if (job.isCounted === true) return renderCounts(report.diffs);
  return job.selections ? renderSelections(report, job.selections) : RENDERERS[job.format](report);
}

function summarize(newest: TaskDiff | undefined): ReportSummary {
  if (!newest) return { lastTask: null, worstNew: null, worstOpen: null, notChecked: null };
  const { task, coverage } = newest;
  return { lastTask: task.id, ...highestSeverities(newest), notChecked: coverage.notCheckedHosts };
}

/** Reads and compares everything of a report, in one snapshot of hostwarden.db. */
export function readReportModel({
  kind,
  files,
  minSeverity,
  ...options
}: Omit<RenderJob, 'format'>): ReportModel {
  const { templateId } = options;
  const sqlite = openSqlite(files.database, { readonly: true });
  const knowledge = readKnowledge(files.knowledge);
  try {
    for (const pragma of ['cache_size = -4000', 'mmap_size = 1073741824']) sqlite.pragma(pragma);
    sqlite.exec('BEGIN');
    const statements = createReportStatements(sqlite);
    const sources = { statements, knowledge, matcher: createMatcher(knowledge) };
    const load = kind === 'task-report' ? loadTaskReport : loadChain;
    const { diffs, open, vulnerabilities } = load(sources, options);
    return {
      kind,
      template_id: templateId,
      template: statements.template(templateId),
      diffs,
      open: options.withOpen ? open : null,
      minSeverity,
      list: createListing(createRiskOf(vulnerabilities), minSeverity),
      presentFinding: createFindingPresenter(vulnerabilities),
      now: options.now,
    };
  } finally {
    sqlite.close();
    knowledge.close();
  }
}

function renderJson(report: ReportModel): Iterable<string> {
  const [first] = report.diffs;
  return report.kind === 'task-report' && first
    ? renderTaskReportJson(first, report)
    : renderDiffsJson(report);
}
