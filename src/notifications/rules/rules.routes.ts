import { z } from 'zod';
import type { Context } from '../../context.js';
import {
  data,
  IdParams,
  metaOf,
  NoContent,
  paged,
  queryNumber,
  sortedPaging,
} from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { RULE_SORTS } from './rules.repository.js';
import { RuleChange, RuleRequest, RuleResponse } from './rules.schemas.js';
import * as rules from './rules.service.js';

const tag = 'Notifications';
const ListQuery = z.strictObject({
  channel_id: queryNumber(0, 1e15).optional(),
  ...sortedPaging('the name of the channel, or of an event', RULE_SORTS, 'id'),
});

/** Rules of notifications, bare and under /api/v2. */
export function notificationRuleRoutes(app: App, ctx: Context): void {
  addReadRoutes(app, ctx);
  addCreateRoute(app, ctx);
  addItemRoutes(app, ctx);
}

function addReadRoutes(app: App, ctx: Context): void {
  app.get(
    '/notification-rules',
    {
      schema: { querystring: ListQuery, response: { 200: paged(RuleResponse) } },
      config: {
        role: 'operator',
        tag,
        tagged: true,
        summary: 'List notification rules',
        description: 'Which channel gets which events.',
      },
    },
    async ({ query }) => {
      const { items, total } = await rules.listRules(ctx, query, query);
      return { data: items, meta: metaOf(query, total) };
    },
  );

  app.get(
    '/notification-rules/:id',
    {
      schema: { params: IdParams, response: { 200: data(RuleResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Get notification rule',
        description: 'Which events a channel gets.',
        errors: ['not_found'],
      },
    },
    async ({ params }) => ({ data: await rules.getRule(ctx, params.id) }),
  );
}

function addCreateRoute(app: App, ctx: Context): void {
  app.post(
    '/notification-rules',
    {
      schema: { body: RuleRequest, response: { 201: data(RuleResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Create notification rule',
        description:
          'The end of a task makes at most one message of a rule, however many findings it has. ' +
          'Filters apply to what templates, groups and hosts have: all that are given must match.',
        errors: ['unknown_reference'],
      },
    },
    async (request) => ({ data: await rules.createRule(ctx, request.body) }),
  );
}

function addItemRoutes(app: App, ctx: Context): void {
  app.put(
    '/notification-rules/:id',
    {
      schema: { params: IdParams, body: RuleChange, response: { 200: data(RuleResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Update notification rule',
        description:
          'Absent fields stay as they are; null removes a filter or the digest: messages that wait for it ' +
          'are sent at once, as the last digest.',
        errors: ['not_found', 'unknown_reference'],
      },
    },
    async ({ params, body }) => ({ data: await rules.changeRule(ctx, params.id, body) }),
  );

  app.delete(
    '/notification-rules/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Delete notification rule',
        description:
          'Messages that are ready are still sent. Those that wait for its digest are given up, and listed as failed.',
        errors: ['not_found'],
      },
    },
    async (request) => rules.deleteRule(ctx, request.params.id),
  );
}
