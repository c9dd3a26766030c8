import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, NoContent, NonEmptyIds, optionalPage } from '../http/common.js';
import { includeOf } from '../http/include.js';
import type { App } from '../http/zod.js';
import { TaskResponse } from '../tasks/tasks.schemas.js';
import { selectHosts } from '../hosts/selection/host-selection.js';
import { getTask } from '../tasks/tasks.service.js';
import { loginRoleOf } from '../tokens/tokens.js';
import { TemplatePatch } from './templates.patch.schemas.js';
import { addScheduleRoutes } from './templates.schedule.routes.js';
import { ListBody, ListQuery } from './templates.list.schemas.js';
import {
  newTemplate,
  TemplateChange,
  TemplateListResponse,
  TemplateResponse,
} from './templates.schemas.js';
import * as templates from './templates.service.js';
import { withLastTasks } from './included/last-tasks.js';
import { TEMPLATE_PARTS, withParts } from './included/template-parts.js';

const tag = 'Templates';

/** Templates, under /api/v1. */
export function templateRoutes(app: App, ctx: Context): void {
  addCreateRoute(app, ctx);
  // The singular is the documented list; the plural is an alias.
  addListRoutes(app, ctx, '/template/', 'findTemplates');
  addListRoutes(app, ctx, '/templates/', 'listTemplates');
  addGetAndUpdateRoutes(app, ctx);
  addPatchRoute(app, ctx);
  addRunRoute(app, ctx);
  addDeleteRoutes(app, ctx);
  addScheduleRoutes(app, ctx);
}

function addCreateRoute(app: App, ctx: Context): void {
  app.post(
    '/templates/',
    {
      schema: { body: newTemplate(ctx.taskTypes), response: { 201: data(TemplateResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Create template',
        description:
          '`enabled: true` starts a task immediately. Schedules are enabled by default. In place of the ids ' +
          'of `hosts`: `filter` with the names of `GET /hosts`, and `expected`, the number of hosts that it ' +
          'matches now; `selection_changed` if the number differs.',
        errors: [
          'name_taken',
          'unknown_reference',
          'no_hosts',
          'too_many_hosts',
          'selection_changed',
        ],
      },
    },
    async ({ body, caller }) => {
      const { hosts } = body;
      const ids = Array.isArray(hosts)
        ? hosts
        : await selectHosts(ctx.fleet, hosts.filter, hosts.expected);
      const input = { ...body, hosts: ids };
      return { data: await templates.createTemplate(ctx, input, loginRoleOf(caller)) };
    },
  );
}

function addListRoutes(app: App, ctx: Context, url: string, operation: string): void {
  const list = async (
    filter: z.output<typeof ListBody>,
    { limit, page, include, ...query }: z.output<typeof ListQuery>,
  ) => {
    const rows = optionalPage({ limit, page });
    const wanted = { ...filter, ...query };
    const listed = await templates.listTemplates(ctx, wanted, rows);
    if (include === undefined) return { data: listed };
    const total = await templates.countMatchingTemplates(ctx, wanted);
    return {
      data: await withLastTasks(ctx, listed),
      meta: { page: page ?? 1, limit: limit ?? rows?.limit ?? total, total },
    };
  };
  app.get(
    url,
    {
      exposeHeadRoute: false, // Fastify does not create HEAD for a GET with a body
      schema: {
        body: ListBody,
        querystring: ListQuery,
        response: { 200: TemplateListResponse },
      },
      config: {
        role: 'viewer',
        tag,
        operation,
        summary: 'List templates',
        description:
          'Filters are given in a JSON body or in the query, which takes precedence. ' +
          '`name`: case-insensitive substring. `type`: exact. ' +
          '`q`: as `name`, in the query only. ' +
          '`include=last_task` adds the newest task of each, and `meta`. ' +
          'Returns all templates unless `limit` or `page` is given.',
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

function addGetAndUpdateRoutes(app: App, ctx: Context): void {
  app.get(
    '/templates/:id',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject({ include: includeOf(TEMPLATE_PARTS).optional() }),
        response: { 200: data(TemplateResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get template',
        description:
          'The template with its params, hosts, groups and schedule. `include` adds the names of its ' +
          'first hosts and of its groups, its next starts with clock changes, and its type with the ' +
          'schema of its params.',
        errors: ['not_found'],
      },
    },
    async ({ params, query: { include } }) => {
      const template = await templates.getTemplate(ctx, params.id);
      return { data: include ? await withParts(ctx, template, include) : template };
    },
  );

  app.put(
    '/templates/:id',
    {
      schema: { params: IdParams, body: TemplateChange, response: { 200: data(TemplateResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Update template',
        description:
          'Any of name, hosts, groups, params, schedule (null removes it). ' +
          'The body of a GET response is accepted.',
        errors: ['not_found', 'name_taken', 'unknown_reference', 'type_fixed'],
      },
    },
    async ({ params, body, caller }) => ({
      data: await templates.updateTemplate(ctx, params.id, body, loginRoleOf(caller)),
    }),
  );
}

function addPatchRoute(app: App, ctx: Context): void {
  app.patch(
    '/templates/:id',
    {
      schema: { params: IdParams, body: TemplatePatch, response: { 200: data(TemplateResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Patch template',
        description:
          'Adds and then removes hosts and groups, sets single params (null removes one) and changes the ' +
          'given fields, all or nothing. Everything else stays, also changes of other requests meanwhile.',
        errors: ['not_found', 'name_taken', 'unknown_reference'],
      },
    },
    async ({ params, body, caller }) => ({
      data: await templates.patchTemplate(ctx, params.id, body, loginRoleOf(caller)),
    }),
  );
}

// The client is recorded as the trigger of a task; it grants no rights.
const triggerOf = (userAgent: string | undefined) =>
  userAgent?.startsWith('hostwarden-cli/') ? 'cli' : 'manual';

function addRunRoute(app: App, ctx: Context): void {
  app.post(
    '/templates/:id',
    {
      schema: { params: IdParams, response: { 201: data(TaskResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Run template',
        description: 'Starts a task of the template.',
        errors: ['not_found', 'no_hosts', 'too_many_hosts'],
      },
    },
    async (request) => {
      const trigger = triggerOf(request.headers['user-agent']);
      const role = loginRoleOf(request.caller);
      const taskId = await templates.runTemplate(ctx, request.params.id, { trigger, role });
      return { data: await getTask(ctx, taskId) };
    },
  );
}

function addDeleteRoutes(app: App, ctx: Context): void {
  app.delete(
    '/templates/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete template',
        description: 'Running tasks are stopped; all tasks are archived.',
        errors: ['not_found'],
      },
    },
    async (request) => templates.deleteTemplates(ctx, [request.params.id]),
  );

  app.delete(
    '/templates',
    {
      schema: {
        body: z.strictObject({ id: NonEmptyIds() }).meta({ examples: [{ id: [3, 4] }] }),
        response: { 204: NoContent },
      },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Delete templates',
        description: 'All or nothing: one unknown id aborts the request.',
        errors: ['not_found'],
      },
    },
    async (request) => templates.deleteTemplates(ctx, request.body.id, '/id'),
  );
}
