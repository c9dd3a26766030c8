import { z } from 'zod';
import type { Context } from '../context.js';
import {
  data,
  IdParams,
  Meta,
  metaOf,
  paged,
  paging,
  sendJson,
  type Page,
} from '../http/common.js';
import type { App } from '../http/zod.js';
import { Time } from '../schedules/times.schemas.js';
import { NotCheckedHostsResponse } from '../vulnerabilities/coverage/coverage.schemas.js';
import { toNotChecked } from '../vulnerabilities/coverage/fleet-coverage.js';
import type { ListText } from '../vulnerabilities/lists/lists.js';
import { RemediationResponse } from '../vulnerabilities/remediations/remediation.schemas.js';
import { RemediationQuery, SummaryResponse } from './fleet.schemas.js';
import * as fleet from './fleet.service.js';

const tag = 'Fleet';
const RemediationMeta = Meta.extend({ not_checked: NotCheckedHostsResponse });

/** The state of the fleet and what to do first, bare and under /api/v2. */
export function fleetRoutes(app: App, ctx: Context): void {
  addSummary(app, ctx);
  addRemediations(app, ctx);
}

function addSummary(app: App, ctx: Context): void {
  app.get(
    '/summary',
    {
      schema: {
        querystring: z.strictObject({ since: Time.optional() }),
        response: { 200: data(SummaryResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get the summary of the fleet',
        description:
          'Hosts by status and coverage, open findings, what changed, the worst hosts, ' +
          'what to do first, the age of the data, agents, tasks and schedules. ' +
          '`since` adds what appeared and disappeared since the begin of that UTC day, by cause.',
      },
    },
    async ({ query }) => ({ data: await fleet.getSummary(ctx, query.since) }),
  );
}

function addRemediations(app: App, ctx: Context): void {
  app.get(
    '/remediations',
    {
      schema: {
        querystring: RemediationQuery,
        response: { 200: z.object({ data: z.array(RemediationResponse), meta: RemediationMeta }) },
      },
      config: {
        role: 'viewer',
        tag,
        produces: ['text/x-shellscript'],
        summary: 'List remediations',
        description:
          'One for each host and action, highest risk first. Each open finding that is neither ' +
          'accepted nor rated unimportant is in exactly one. With filters: those with a finding that matches. ' +
          '`format=sh` returns the commands for one host as a shell script. `meta.not_checked` says how ' +
          'many hosts (of `host_id` or `group_id`, otherwise all) were not fully checked.',
        errors: ['not_found'],
      },
    },
    async ({ query: { format, ...query } }, reply) => {
      if (format === 'sh')
        return reply
          .type('text/x-shellscript; charset=utf-8')
          .header('x-content-type-options', 'nosniff')
          .send((await fleet.remediationScript(ctx, query)) as never);
      const { host_id, group_id } = query;
      const [list, coverage] = await Promise.all([
        fleet.listRemediations(ctx, query, query),
        ctx.fleet.ask('coverage', { host_id, group_id }),
      ]);
      return sendList(reply, list, query, { not_checked: toNotChecked(coverage) });
    },
  );
}

/** The remediations of one task, under /api/v1. */
export function fleetTaskRoutes(app: App, ctx: Context): void {
  app.get(
    '/tasks/:id/remediations',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(RemediationResponse) },
      },
      config: {
        role: 'viewer',
        tag: 'Tasks',
        summary: 'List the remediations of a task',
        description:
          'Highest risk first, with the acceptances that applied when the task finished.',
        errors: ['not_found', 'task_working'],
      },
    },
    async ({ params, query }, reply) =>
      sendList(reply, await fleet.listTaskRemediations(ctx, params.id, query), query),
  );
}

/** Sends a page whose items are JSON. */
function sendList(reply: unknown, { items, total }: ListText, page: Page, more = {}): never {
  const meta = JSON.stringify({ ...metaOf(page, total), ...more });
  return sendJson(reply, `{"data":${items},"meta":${meta}}`);
}
