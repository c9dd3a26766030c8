import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, queryBoolean, queryNumber } from '../http/common.js';
import type { App } from '../http/zod.js';
import { SEVERITIES } from '../knowledge/records.js';
import { taskNumber } from '../tasks/tasks.start.js';
import { chainCountRoutes } from './chain/chain.routes.js';
import { diffEntryRoutes } from './entries/entries.routes.js';
import { BaseTask, TaskDiffResponse } from './diff.schemas.js';
import { TaskReportResponse } from './task-report.schemas.js';
import {
  negotiateFormat,
  REPORT_FORMATS,
  MEDIA_TYPES,
  type ReportFormat,
} from './content-negotiation.js';
import { PAGE_POLICY } from './formats/html.script.js';
import type { RenderJob } from './render-worker/messages.js';
import type { ReportRenderer } from './render-worker/pool.js';
import * as reports from './reports.service.js';

const tag = 'Reports';
const format = z
  .enum(REPORT_FORMATS)
  .optional()
  .meta({ description: 'takes precedence over the Accept header; default: json' });
const unimportant = queryBoolean
  .default(false)
  .meta({ description: 'include findings rated unimportant by their publisher' });
const severity = z.enum(SEVERITIES).optional().meta({
  description: 'minimum severity of the listed findings; counts include all of them',
});
const include = z.enum(['remediations']).optional().meta({
  description: 'adds what to do first, for the newest task; the other formats always have it',
});
const TaskQuery = z.strictObject({ format, unimportant, severity, include });
const TaskDiffQuery = TaskQuery.extend({ base: BaseTask });
const ChainQuery = z.strictObject({
  format,
  unimportant,
  severity,
  include,
  since: queryNumber(0, 1e15).optional().meta({ description: 'id of the first task to include' }),
  last: queryNumber(1, 1e9).optional().meta({ description: 'at most N latest tasks' }),
});

const produces = ['text/csv', 'text/markdown', 'text/html'];
const FORMATS_NOTE =
  'Available as JSON, CSV, Markdown and one self-contained HTML page, selected by `format` or the Accept header.';
const WORST_NEW_NOTE =
  'In every format, the header `Worst-New` is the highest severity among new findings of the ' +
  'latest task, or `nothing`; `severity` does not change it.';
const HEADERS_NOTE =
  'The header `Worst-Open` is the highest severity among its open findings, ' +
  'and `Not-Checked` the number of hosts that it did not or only partly check, ' +
  'or `all` without a finished task.';

/** Registers the routes of reports, under /api/v1. */
export function reportRoutes(app: App, ctx: Context): void {
  const { renderer } = ctx;
  addTemplateDiff(app, ctx, renderer);
  addTaskDiff(app, ctx, renderer);
  addTaskReport(app, ctx, renderer);
  chainCountRoutes(app, ctx);
  diffEntryRoutes(app, ctx, renderer);
}

function addTemplateDiff(app: App, ctx: Context, renderer: ReportRenderer): void {
  app.get(
    '/templates/:id/diff',
    {
      schema: {
        params: IdParams,
        querystring: ChainQuery,
        response: { 200: data(z.array(TaskDiffResponse)) },
      },
      config: {
        role: 'viewer',
        tag,
        produces,
        operation: 'getTemplateDiff',
        summary: 'Differential report of a template',
        errors: ['not_found'],
        description:
          'Differences of each finished task from its baseline, oldest first. ' +
          'A finding is `fixed` only if it was checked again. ' +
          `${FORMATS_NOTE} ${WORST_NEW_NOTE} ${HEADERS_NOTE}`,
      },
    },
    async (request, reply) => {
      const query = { ...request.query, format: formatOf(request) };
      const job = await reports.requestChainReport(ctx, request.params.id, query);
      return sendReport(reply, renderer, job);
    },
  );
}

function addTaskDiff(app: App, ctx: Context, renderer: ReportRenderer): void {
  app.get(
    '/tasks/:id/diff',
    {
      schema: {
        params: IdParams,
        querystring: TaskDiffQuery,
        response: { 200: data(TaskDiffResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        produces,
        operation: 'getTaskDiff',
        summary: 'Get the differential report of a task',
        description:
          'Includes archived tasks whose template was deleted. ' +
          `${FORMATS_NOTE} ${WORST_NEW_NOTE} ${HEADERS_NOTE}`,
        errors: ['not_found', 'task_working'],
      },
    },
    async (request, reply) => {
      const query = { ...request.query, format: formatOf(request) };
      const job = await reports.requestTaskReport(ctx, 'task-diff', request.params.id, query);
      return sendReport(reply, renderer, job);
    },
  );
}

function addTaskReport(app: App, ctx: Context, renderer: ReportRenderer): void {
  app.get(
    '/tasks/:id/report',
    {
      schema: {
        params: IdParams,
        querystring: TaskQuery,
        response: { 200: data(TaskReportResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        produces,
        operation: 'getTaskReport',
        summary: 'Get the full report of a task',
        description: `${FORMATS_NOTE} ${HEADERS_NOTE}`,
        errors: ['not_found', 'task_working'],
      },
    },
    async (request, reply) => {
      const query = { ...request.query, format: formatOf(request) };
      const job = await reports.requestTaskReport(ctx, 'task-report', request.params.id, query);
      return sendReport(reply, renderer, job);
    },
  );
}

const PAGE_HEADERS = {
  'content-security-policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const EXTENSIONS: Record<ReportFormat, string> = {
  json: 'json',
  csv: 'csv',
  markdown: 'md',
  html: 'html',
};

const formatOf = ({ query, headers }: FastifyRequest): ReportFormat =>
  (query as { format?: ReportFormat }).format ?? negotiateFormat(headers.accept);

/** Streams a report to the client. Rendering stops when the connection closes. */
async function sendReport(
  reply: FastifyReply,
  renderer: ReportRenderer,
  job: RenderJob,
): Promise<never> {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort(new Error('The connection was closed before the report was complete'));
  });
  const report = await reports.runRenderJob(renderer, job, closed.signal);
  const { lastTask, worstNew, worstOpen, notChecked, text } = report;
  const disposition = job.format === 'csv' ? 'attachment' : 'inline';
  const name = `${fileName(job, lastTask)}.${EXTENSIONS[job.format]}`;
  return reply
    .headers({
      ...PAGE_HEADERS,
      vary: 'accept',
      ...(job.kind !== 'task-report' && { 'worst-new': worstNew ?? 'nothing' }),
      'worst-open': worstOpen ?? 'nothing',
      'not-checked': String(notChecked ?? 'all'),
      'content-disposition': `${disposition}; filename="${name}"`,
    })
    .type(MEDIA_TYPES[job.format])
    .send(bodyOf(reply.request.method, text)) as never;
}

/** HEAD needs the headers only: the rest is not rendered, and its end is no failure. */
function bodyOf(method: string, text: Readable): Readable {
  if (method !== 'HEAD') return text;
  text.destroy();
  return Readable.from([]);
}

function fileName({ kind, templateId }: RenderJob, lastTask: number | null): string {
  if (kind === 'chain' || lastTask === null) return `diff-template-${templateId}`;
  return `${kind === 'task-report' ? 'report' : 'diff'}-${taskNumber(lastTask)}`;
}
