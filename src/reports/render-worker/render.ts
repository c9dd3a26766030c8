import { openSqlite } from '../../database/sqlite.js';
import { readKnowledge } from '../../knowledge/open-knowledge.js';
import { createJudge } from '../../vulnerabilities/matching/matcher.js';
import { explained } from '../present/explained.js';
import { csvOf } from '../formats/csv.js';
import { htmlOf } from '../formats/html.js';
import { jsonOfDiffs } from '../formats/json.js';
import { jsonOfFound } from '../formats/task-report.json.js';
import { markdownOf } from '../formats/markdown.js';
import { readChain, readTask } from '../read/read-chain.js';
import type { Report } from '../present/report.js';
import { reportRows } from '../read/reports.statements.js';
import { createTell } from '../present/entry-view.js';
import { worstOf } from '../present/by-severity.js';
import type { Head, ReportJob } from './messages.js';

export interface Made {
  head: Head;
  texts: Iterable<string>;
}

/** Reads and compares what a report tells, all of it as the databases were at the beginning; its text is written as it is taken. */
export function makeReport(job: ReportJob): Made {
  const report = read(job);
  const newest = report.diffs.at(-1);
  return {
    head: { lastTask: newest?.task.id ?? null, worstNew: worstOf(newest?.new ?? []) },
    texts: { json: jsonOf, csv: csvOf, markdown: markdownOf, html: htmlOf }[job.format](report),
  };
}

function read({ about, templateId, now, files, ...wanted }: ReportJob): Report {
  const sqlite = openSqlite(files.database, { readonly: true });
  const knowledge = readKnowledge(files.knowledge);
  try {
    for (const pragma of ['cache_size = -64000', 'mmap_size = 1073741824']) sqlite.pragma(pragma);
    sqlite.exec('BEGIN');
    const sources = { rows: reportRows(sqlite), knowledge, judge: createJudge(knowledge) };
    const { diffs, notes } =
      about === 'found'
        ? readTask(sources, { templateId, ...wanted })
        : readChain(sources, { templateId, ...wanted });
    return {
      about,
      template_id: templateId,
      template: sources.rows.template(templateId),
      diffs,
      tell: createTell(notes, explained),
      now,
    };
  } finally {
    sqlite.close();
    knowledge.close();
  }
}

function jsonOf({ about, diffs, tell }: Report): Iterable<string> {
  const [first] = diffs;
  return about === 'found' && first
    ? jsonOfFound(first, tell)
    : jsonOfDiffs(diffs, tell, about === 'chain');
}
