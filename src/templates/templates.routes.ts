import { z } from 'zod';
import type { Context } from '../context.js';
import {
  optionalPage,
  data,
  IdParams,
  NoContent,
  paged,
  paging,
  queryNumber,
  NonEmptyIds,
} from '../http/common.js';
import type { App } from '../http/zod.js';
import { getTask } from '../tasks/tasks.service.js';
import { TaskResponse } from '../tasks/tasks.schemas.js';
import {
  HistoryResponse,
  ListBody,
  ListQuery,
  newTemplate,
  SwitchSchedule,
  TemplateResponse,
  TemplateChange,
} from './templates.schemas.js';
import * as templates from './templates.service.js';

const tag = 'Templates';

// Which client asked is of interest afterwards, and gives no rights.
const triggerOf = (userAgent: string | undefined) =>
  userAgent?.startsWith('hostwarden-cli/') ? 'cli' : 'manual';

/** Templates, under /api/v1. */
export function templateRoutes(app: App, ctx: Context): void {
  app.post(
    '/templates/',
    {
      schema: { body: newTemplate(ctx.taskTypes), response: { 201: data(TemplateResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Create template',
        description:
          '`enabled: true` starts a task of it right away. A schedule starts switched on.',
        errors: ['unknown_reference', 'no_hosts', 'too_many_hosts'],
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await templates.createTemplate(ctx, request.body) }),
  );

  const list = async (
    filter: z.output<typeof ListBody>,
    { limit, page, ...query }: z.output<typeof ListQuery>,
  ) => {
    return {
      data: await templates.listTemplates(
        ctx,
        { ...filter, ...query },
        optionalPage({ limit, page }),
      ),
    };
  };
  // The contract's list has the singular; the plural is a courtesy.
  for (const url of ['/template/', '/templates/']) {
    app.get(
      url,
      {
        exposeHeadRoute: false, // Fastify makes none of a GET with a body
        schema: {
          body: ListBody,
          querystring: ListQuery,
          response: { 200: data(z.array(TemplateResponse)) },
        },
        config: {
          role: 'viewer',
          tag,
          summary: 'List templates',
          description:
            'Filters come in a JSON body or in the query, which wins. `name`: a part of the name, in any case. `type`: exact. Everything, unless `limit` or `page` ask for a page.',
        },
      },
      (request) => list(request.body, request.query),
    );
    app.head(
      url,
      {
        schema: { querystring: ListQuery, response: { 200: data(z.array(TemplateResponse)) } },
        config: { role: 'viewer' },
      },
      (request) => list(null, request.query),
    );
  }

  app.get(
    '/templates/:id',
    {
      schema: { params: IdParams, response: { 200: data(TemplateResponse) } },
      config: { role: 'viewer', tag, summary: 'Get template', errors: ['not_found'] },
    },
    async (request) => ({ data: await templates.getTemplate(ctx, request.params.id) }),
  );

  app.post(
    '/templates/:id',
    {
      schema: { params: IdParams, response: { 201: data(TaskResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Run template',
        description: 'Starts a task of the template now.',
        errors: ['not_found', 'no_hosts', 'too_many_hosts'],
      },
    },
    async (request, reply) =>
      reply.code(201).send({
        data: await getTask(
          ctx,
          await templates.runTemplate(
            ctx,
            request.params.id,
            triggerOf(request.headers['user-agent']),
          ),
        ),
      }),
  );

  app.put(
    '/templates/:id',
    {
      schema: { params: IdParams, body: TemplateChange, response: { 200: data(TemplateResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Update template',
        description:
          'Any of name, hosts, groups, params, schedule (null removes it). What a GET gave can be sent back.',
        errors: ['not_found', 'unknown_reference', 'type_fixed'],
      },
    },
    async (request) => ({
      data: await templates.updateTemplate(ctx, request.params.id, request.body),
    }),
  );

  app.patch(
    '/templates/',
    {
      schema: { body: SwitchSchedule, response: { 200: data(TemplateResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Switch schedule on or off',
        errors: ['not_found', 'no_schedule'],
      },
    },
    async (request) => ({
      data: await templates.setTemplateScheduleEnabled(
        ctx,
        request.body.templates_id,
        request.body.enable,
      ),
    }),
  );

  app.delete(
    '/templates/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete template',
        description: 'Its working tasks stop; all of its tasks go into the archive.',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await templates.deleteTemplates(ctx, [request.params.id]);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/templates',
    {
      schema: {
        body: z.strictObject({ id: NonEmptyIds() }).meta({ examples: [{ id: [3, 4] }] }),
        response: { 204: NoContent },
      },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete templates',
        description: 'All or none: one unknown id, and nothing is deleted.',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await templates.deleteTemplates(ctx, request.body.id, '/id');
      return reply.code(204).send();
    },
  );

  app.get(
    '/templates/:id/schedule/preview',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject({ count: queryNumber(1, 1000).default(10) }),
        response: { 200: data(z.array(z.int())) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'The next starts of the schedule',
        errors: ['not_found', 'no_schedule'],
      },
    },
    async (request) => ({
      data: await templates.previewSchedule(ctx, request.params.id, request.query.count),
    }),
  );

  app.get(
    '/templates/:id/schedule/history',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(HistoryResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'What became of the due starts',
        description: 'Newest first: started, skipped or coalesced, and why.',
        errors: ['not_found'],
      },
    },
    async (request) => {
      const { items, total } = await templates.scheduleHistory(
        ctx,
        request.params.id,
        request.query,
      );
      return { data: items, meta: { ...request.query, total } };
    },
  );
}
