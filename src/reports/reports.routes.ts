import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, queryNumber } from '../http/common.js';
import type { App } from '../http/zod.js';
import { taskNumber } from '../tasks/tasks.start.js';
import { TaskDiffAnswer } from './diff.schemas.js';
import { FoundAnswer } from './formats/found.json.js';
import { acceptedFormat, FORMATS, MEDIA, type Format } from './negotiate.js';
import type { Report } from './report.js';
import * as reports from './reports.service.js';

const tag = 'Reports';
const format = z.enum(FORMATS).optional().meta({ description: 'wins over the Accept header; json by default' });
const unimportant = z.enum(['true', 'false']).default('false').transform((s) => s === 'true').meta({ override: { type: 'string', enum: ['true', 'false'] }, description: 'true: also what is unimportant in its publisher\'s eyes' });
const Query = z.strictObject({ format, unimportant });
const ChainQuery = z.strictObject({ format, unimportant, since: queryNumber(0, 1e15).optional().meta({ description: 'the id of the first task to tell of' }), last: queryNumber(1, 1e9).optional().meta({ description: 'only so many of the newest tasks' }) });

const produces = ['text/csv', 'text/markdown', 'text/html'];
const FORMS = 'As JSON, CSV, Markdown, or one self-contained HTML page: by `format`, or by the Accept header.';

/** Reports, under /api/v1. */
export function reportRoutes(app: App, ctx: Context): void {
  app.get('/templates/:id/diff', {
    schema: { params: IdParams, querystring: ChainQuery, response: { 200: data(z.array(TaskDiffAnswer)) } },
    config: { role: 'viewer', tag, produces, summary: 'Differential report of a template', errors: ['not_found'],
      description: `What each finished task differs in from what was known before it, the oldest task first. Fixed is only what was looked at again. ${FORMS}` },
  }, async (request, reply) => send(ctx, request, reply, await reports.chainReport(ctx, request.params.id, request.query)));

  app.get('/tasks/:id/diff', {
    schema: { params: IdParams, querystring: Query, response: { 200: data(TaskDiffAnswer) } },
    config: { role: 'viewer', tag, produces, summary: 'What a task differs in from those before it', description: `Also of archived tasks, whose template is deleted. ${FORMS}`, errors: ['not_found', 'task_working'] },
  }, async (request, reply) => send(ctx, request, reply, await reports.stepReport(ctx, request.params.id, request.query)));

  app.get('/tasks/:id/report', {
    schema: { params: IdParams, querystring: Query, response: { 200: data(FoundAnswer) } },
    config: { role: 'viewer', tag, produces, summary: 'All that a task found', description: FORMS, errors: ['not_found', 'task_working'] },
  }, async (request, reply) => send(ctx, request, reply, await reports.foundReport(ctx, request.params.id, request.query)));
}

// A page from elsewhere's text: nothing in it may run or load anything, whatever slipped through.
const PAGE_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const ENDINGS: Record<Format, string> = { json: 'json', csv: 'csv', markdown: 'md', html: 'html' };

function send(ctx: Context, request: FastifyRequest, reply: unknown, report: Report): never {
  const chosen = (request.query as { format?: Format }).format ?? acceptedFormat(request.headers.accept);
  const text = reports.render(ctx, report, chosen);
  return (reply as FastifyReply).headers({ ...PAGE_HEADERS, vary: 'accept', 'content-disposition': `${chosen === 'csv' ? 'attachment' : 'inline'}; filename="${fileName(report)}.${ENDINGS[chosen]}"` })
    .type(MEDIA[chosen]).send(text) as never;
}

function fileName({ about, template_id, diffs }: Report): string {
  const task = diffs.at(-1)?.task.id;
  if (about === 'chain' || task === undefined) return `diff-template-${template_id}`;
  return `${about === 'found' ? 'report' : 'diff'}-${taskNumber(task)}`;
}
