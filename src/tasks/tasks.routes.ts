import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, NoContent, paged, paging } from '../http/common.js';
import type { App } from '../http/zod.js';
import { countOutcomes, listTaskHosts, listTaskResults } from './tasks.repository.js';
import {
  TaskResponse,
  TaskHostsQuery,
  TaskHostsResponse,
  TaskListQuery,
  TaskResultResponse,
} from './tasks.schemas.js';
import * as tasks from './tasks.service.js';
import { taskResultCoverage } from '../vulnerabilities/coverage/task-result-coverage.js';
import { resultFindings } from '../vulnerabilities/findings/results.findings.js';

const tag = 'Tasks';

/** Tasks, under /api/v1. */
export function taskRoutes(app: App, ctx: Context): void {
  addReadRoutes(app, ctx);
  addHostRoutes(app, ctx);
  addResultRoutes(app, ctx);
  addWriteRoutes(app, ctx);
}

function addReadRoutes(app: App, ctx: Context): void {
  app.get(
    '/tasks/',
    {
      schema: { querystring: TaskListQuery, response: { 200: paged(TaskResponse) } },
      config: {
        role: 'viewer',
        tag,
        tagged: true,
        summary: 'List tasks',
        description:
          'Newest first unless `sort` is given. Archived tasks are excluded by default. ' +
          '`host_id`: tasks on this host.',
      },
    },
    async ({ query }) => {
      const { items, total } = await tasks.listTasks(ctx, query);
      return { data: items, meta: { page: query.page, limit: query.limit, total } };
    },
  );

  app.get(
    '/tasks/:id',
    {
      schema: { params: IdParams, response: { 200: data(TaskResponse) } },
      config: {
        role: 'viewer',
        tag,
        tagged: true,
        summary: 'Get task',
        description: 'Progress of a running task, or the result of a finished one.',
        errors: ['not_found'],
      },
    },
    async (request) => ({ data: await tasks.getTask(ctx, request.params.id) }),
  );
}

function addHostRoutes(app: App, ctx: Context): void {
  app.get(
    '/tasks/:id/hosts',
    {
      schema: {
        params: IdParams,
        querystring: TaskHostsQuery,
        response: { 200: TaskHostsResponse },
      },
      config: {
        role: 'viewer',
        tag,
        tagged: true,
        summary: 'List task hosts',
        description:
          'The hosts of the task with their outcomes, ordered by id. ' +
          '`outcome=failed` selects some; `meta.outcomes` counts all.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => {
      const task = await tasks.getTask(ctx, params.id);
      const { page, limit, outcome } = query;
      const outcomes = await countOutcomes(ctx.database.db, params.id);
      const total = outcome === undefined ? task.hosts_total : (outcomes[outcome] ?? 0);
      return {
        data: await listTaskHosts(ctx.database.db, params.id, query),
        meta: { page, limit, total, outcomes },
      };
    },
  );
}

function addResultRoutes(app: App, ctx: Context): void {
  app.get(
    '/tasks/:id/results',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(TaskResultResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List task results',
        description: 'Services and findings of each host, ordered by host id.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => {
      const task = await tasks.getTask(ctx, params.id);
      const findings = resultFindings(
        ctx.database.reading(),
        params.id,
        ctx.clock.now(),
        ctx.knowledge.feedVersion,
      );
      const coverage = taskResultCoverage(ctx.database.reading(), ctx.knowledge, params.id, {
        now: ctx.clock.now(),
        staleDays: ctx.config.FEED_STALE_DAYS,
      });
      const results = await listTaskResults(ctx.database.db, params.id, query);
      return {
        data: results.map((r) => ({
          ...r,
          coverage: coverage(r.host_id),
          findings: findings(r),
        })),
        meta: { ...query, total: task.hosts_total },
      };
    },
  );
}

function addWriteRoutes(app: App, ctx: Context): void {
  app.post(
    '/tasks/:id/stop',
    {
      schema: { params: IdParams, response: { 202: data(TaskResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Stop task',
        description: 'Takes effect within a second.',
        errors: ['not_found', 'task_finished'],
      },
    },
    async (request) => ({ data: await tasks.stopTask(ctx, request.params.id) }),
  );

  app.delete(
    '/tasks/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete task',
        description: 'Deletes a finished task with its results.',
        errors: ['not_found', 'task_working'],
      },
    },
    async (request) => tasks.deleteTask(ctx, request.params.id),
  );
}
