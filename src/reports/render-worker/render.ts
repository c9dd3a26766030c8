import { openSqlite } from '../../database/sqlite.js';
import { readKnowledge } from '../../knowledge/open-knowledge.js';
import { createMatcher } from '../../vulnerabilities/matching/matcher.js';
import { explainFact } from '../present/explained.js';
import { renderCsv } from '../formats/csv.js';
import { renderHtml } from '../formats/html.js';
import { renderDiffsJson } from '../formats/json.js';
import { renderTaskReportJson } from '../formats/task-report.json.js';
import { renderMarkdown } from '../formats/markdown.js';
import { loadChain, loadTaskReport } from '../read/read-chain.js';
import type { ReportModel } from '../present/report.js';
import { createReportStatements } from '../read/reports.statements.js';
import { createFindingPresenter } from '../present/entry-view.js';
import { maxEntrySeverity } from '../present/by-severity.js';
import type { ReportSummary, RenderJob } from './messages.js';

export interface RenderedChunks {
  head: ReportSummary;
  texts: Iterable<string>;
}

/** Reads and compares what a report tells, all of it as the databases were at the beginning; its text is written as it is taken. */
export function renderReport(job: RenderJob): RenderedChunks {
  const report = read(job);
  const newest = report.diffs.at(-1);
  return {
    head: { lastTask: newest?.task.id ?? null, worstNew: maxEntrySeverity(newest?.new ?? []) },
    texts: { json: jsonOf, csv: renderCsv, markdown: renderMarkdown, html: renderHtml }[job.format](
      report,
    ),
  };
}

function read({ about, templateId, now, files, ...wanted }: RenderJob): ReportModel {
  const sqlite = openSqlite(files.database, { readonly: true });
  const knowledge = readKnowledge(files.knowledge);
  try {
    for (const pragma of ['cache_size = -64000', 'mmap_size = 1073741824']) sqlite.pragma(pragma);
    sqlite.exec('BEGIN');
    const sources = {
      rows: createReportStatements(sqlite),
      knowledge,
      judge: createMatcher(knowledge),
    };
    const { diffs, notes } =
      about === 'found'
        ? loadTaskReport(sources, { templateId, ...wanted })
        : loadChain(sources, { templateId, ...wanted });
    return {
      about,
      template_id: templateId,
      template: sources.rows.template(templateId),
      diffs,
      tell: createFindingPresenter(notes, explainFact),
      now,
    };
  } finally {
    sqlite.close();
    knowledge.close();
  }
}

function jsonOf({ about, diffs, tell }: ReportModel): Iterable<string> {
  const [first] = diffs;
  return about === 'found' && first
    ? renderTaskReportJson(first, tell)
    : renderDiffsJson(diffs, tell, about === 'chain');
}
