import { openSqlite } from '../../database/sqlite.js';
import { readKnowledge } from '../../knowledge/open-knowledge.js';
import { createMatcher } from '../../vulnerabilities/matching/matcher.js';
import { renderCsv } from '../formats/csv.js';
import { renderHtml } from '../formats/html.js';
import { renderDiffsJson, renderTaskReportJson } from '../formats/json.js';
import { renderMarkdown } from '../formats/markdown.js';
import { loadChain, loadTaskReport } from '../read/read-chain.js';
import type { ReportModel } from '../present/report.js';
import { createReportStatements } from '../read/reports.statements.js';
import { createFindingPresenter } from '../present/entry-view.js';
import { maxEntrySeverity } from '../present/by-severity.js';
import type { ReportSummary, RenderJob } from './messages.js';

/** A report whose text is rendered while it is iterated. */
interface RenderedChunks {
  summary: ReportSummary;
  texts: Iterable<string>;
}

const RENDERERS = {
  json: renderJson,
  csv: renderCsv,
  markdown: renderMarkdown,
  html: renderHtml,
};

/** Reads and compares everything that a report contains, in one snapshot of hostwarden.db. */
export function renderReport(job: RenderJob): RenderedChunks {
  const report = readReportModel(job);
  const newest = report.diffs.at(-1);
  return {
    summary: {
      lastTask: newest?.task.id ?? null,
      worstNew: maxEntrySeverity(newest?.new ?? []),
    },
    texts: RENDERERS[job.format](report),
  };
}

function readReportModel({ kind, now, files, ...options }: RenderJob): ReportModel {
  const { templateId } = options;
  const sqlite = openSqlite(files.database, { readonly: true });
  const knowledge = readKnowledge(files.knowledge);
  try {
    for (const pragma of ['cache_size = -64000', 'mmap_size = 1073741824']) sqlite.pragma(pragma);
    sqlite.exec('BEGIN');
    const statements = createReportStatements(sqlite);
    const sources = { statements, knowledge, matcher: createMatcher(knowledge) };
    const load = kind === 'task-report' ? loadTaskReport : loadChain;
    const { diffs, vulnerabilities } = load(sources, options);
    return {
      kind,
      template_id: templateId,
      template: statements.template(templateId),
      diffs,
      presentFinding: createFindingPresenter(vulnerabilities),
      now,
    };
  } finally {
    sqlite.close();
    knowledge.close();
  }
}

function renderJson({ kind, diffs, presentFinding }: ReportModel): Iterable<string> {
  const [first] = diffs;
  return kind === 'task-report' && first
    ? renderTaskReportJson(first, presentFinding)
    : renderDiffsJson(diffs, presentFinding, kind === 'chain');
}
