import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, queryNumber } from '../http/common.js';
import type { App } from '../http/zod.js';
import { taskNumber } from '../tasks/tasks.start.js';
import { TaskDiffResponse } from './diff.schemas.js';
import { TaskReportResponse } from './task-report.schemas.js';
import {
  negotiateFormat,
  REPORT_FORMATS,
  MEDIA_TYPES,
  type ReportFormat,
} from './content-negotiation.js';
import type { RenderedReport } from './render-worker/stream.js';
import type { RenderJob } from './render-worker/messages.js';
import { createReportRenderer } from './render-worker/pool.js';
import * as reports from './reports.service.js';

const tag = 'Reports';
const format = z
  .enum(REPORT_FORMATS)
  .optional()
  .meta({ description: 'wins over the Accept header; json by default' });
const unimportant = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true')
  .meta({
    override: { type: 'string', enum: ['true', 'false'] },
    description: "true: also what is unimportant in its publisher's eyes",
  });
const Query = z.strictObject({ format, unimportant });
const ChainQuery = z.strictObject({
  format,
  unimportant,
  since: queryNumber(0, 1e15)
    .optional()
    .meta({ description: 'the id of the first task to tell of' }),
  last: queryNumber(1, 1e9).optional().meta({ description: 'only so many of the newest tasks' }),
});

const produces = ['text/csv', 'text/markdown', 'text/html'];
const FORMS =
  'As JSON, CSV, Markdown, or one self-contained HTML page: by `format`, or by the Accept header.';
const WORST_NEW =
  'In every form the header `Worst-New` holds the severity of the worst that is new in the newest task told of, or `nothing`.';

/** Reports, under /api/v1. */
export function reportRoutes(app: App, ctx: Context): void {
  const maker = createReportRenderer();
  app.addHook('onClose', (_app, done) => {
    maker.close();
    done();
  });
  const send = async (reply: unknown, wanted: RenderJob): Promise<never> =>
    answer(reply as FastifyReply, wanted, (signal) => reports.runRenderJob(maker, wanted, signal));
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
        summary: 'Differential report of a template',
        errors: ['not_found'],
        description: `What each finished task differs in from what was known before it, the oldest task first. Fixed is only what was looked at again. ${FORMS} ${WORST_NEW}`,
      },
    },
    async (request, reply) =>
      send(
        reply,
        await reports.requestChainReport(ctx, request.params.id, {
          ...request.query,
          format: formatOf(request),
        }),
      ),
  );

  app.get(
    '/tasks/:id/diff',
    {
      schema: { params: IdParams, querystring: Query, response: { 200: data(TaskDiffResponse) } },
      config: {
        role: 'viewer',
        tag,
        produces,
        summary: 'What a task differs in from those before it',
        description: `Also of archived tasks, whose template is deleted. ${FORMS} ${WORST_NEW}`,
        errors: ['not_found', 'task_working'],
      },
    },
    async (request, reply) =>
      send(
        reply,
        await reports.requestTaskReport(ctx, 'step', request.params.id, {
          ...request.query,
          format: formatOf(request),
        }),
      ),
  );

  app.get(
    '/tasks/:id/report',
    {
      schema: { params: IdParams, querystring: Query, response: { 200: data(TaskReportResponse) } },
      config: {
        role: 'viewer',
        tag,
        produces,
        summary: 'All that a task found',
        description: FORMS,
        errors: ['not_found', 'task_working'],
      },
    },
    async (request, reply) =>
      send(
        reply,
        await reports.requestTaskReport(ctx, 'found', request.params.id, {
          ...request.query,
          format: formatOf(request),
        }),
      ),
  );
}

// A page from elsewhere's text: nothing in it may run or load anything, whatever slipped through.
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const ENDINGS: Record<ReportFormat, string> = {
  json: 'json',
  csv: 'csv',
  markdown: 'md',
  html: 'html',
};

const formatOf = ({ query, headers }: FastifyRequest): ReportFormat =>
  (query as { format?: ReportFormat }).format ?? negotiateFormat(headers.accept);

async function answer(
  reply: FastifyReply,
  wanted: RenderJob,
  make: (signal: AbortSignal) => Promise<RenderedReport>,
): Promise<never> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    gone.abort();
  });
  const { lastTask, worstNew, text } = await make(gone.signal);
  const { format: chosen } = wanted;
  return reply
    .headers({
      ...PAGE_HEADERS,
      vary: 'accept',
      ...(wanted.about !== 'found' && { 'worst-new': worstNew ?? 'nothing' }),
      'content-disposition': `${chosen === 'csv' ? 'attachment' : 'inline'}; filename="${fileName(wanted, lastTask)}.${ENDINGS[chosen]}"`,
    })
    .type(MEDIA_TYPES[chosen])
    .send(text) as never;
}

function fileName({ about, templateId }: RenderJob, lastTask: number | null): string {
  if (about === 'chain' || lastTask === null) return `diff-template-${templateId}`;
  return `${about === 'found' ? 'report' : 'diff'}-${taskNumber(lastTask)}`;
}
