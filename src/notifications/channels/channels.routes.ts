import { z } from 'zod';
import { recordFirst } from '../../audit/audit-log.js';
import type { Context } from '../../context.js';
import { data, IdParams, metaOf, namedPaging, NoContent, paged } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import {
  ChannelChange,
  ChannelRequest,
  ChannelResponse,
  ChannelTestResponse,
} from './channels.schemas.js';
import * as channels from './channels.service.js';

const tag = 'Notifications';

/** Channels of notifications, bare and under /api/v2. Secrets are write-only. */
export function notificationChannelRoutes(app: App, ctx: Context): void {
  addReadRoutes(app, ctx);
  addCreateRoute(app, ctx);
  addItemRoutes(app, ctx);
  addTestRoute(app, ctx);
}

function addReadRoutes(app: App, ctx: Context): void {
  app.get(
    '/notification-channels',
    {
      schema: {
        querystring: z.strictObject(namedPaging),
        response: { 200: paged(ChannelResponse) },
      },
      config: {
        role: 'operator',
        tag,
        tagged: true,
        summary: 'List notification channels',
        description: 'Where messages are sent. Secrets are never returned.',
      },
    },
    async ({ query, caller }) => {
      const showsUrl = caller?.role === 'admin';
      const { items, total } = await channels.listChannels(ctx, query, showsUrl);
      return { data: items, meta: metaOf(query, total) };
    },
  );

  app.get(
    '/notification-channels/:id',
    {
      schema: { params: IdParams, response: { 200: data(ChannelResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Get notification channel',
        description: 'Where messages are sent. Secrets are never returned.',
        errors: ['not_found'],
      },
    },
    async ({ params, caller }) => ({
      data: await channels.getChannel(ctx, params.id, caller?.role === 'admin'),
    }),
  );
}

function addCreateRoute(app: App, ctx: Context): void {
  app.post(
    '/notification-channels',
    {
      schema: { body: ChannelRequest, response: { 201: data(ChannelResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Create notification channel',
        description:
          'A webhook, or recipients of email. URL and secrets are stored encrypted. ' +
          'Messages are sent once a rule names the channel.',
        errors: ['name_taken'],
      },
    },
    async (request) => ({ data: await channels.addChannel(ctx, request.body) }),
  );
}

function addItemRoutes(app: App, ctx: Context): void {
  app.put(
    '/notification-channels/:id',
    {
      schema: { params: IdParams, body: ChannelChange, response: { 200: data(ChannelResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Update notification channel',
        description:
          'Absent fields stay as they are, secrets included; null removes. A URL of another server needs the secret ' +
          'again, or null.',
        errors: ['not_found', 'name_taken'],
      },
    },
    async ({ params, body }) => ({ data: await channels.changeChannel(ctx, params.id, body) }),
  );

  app.delete(
    '/notification-channels/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Delete notification channel',
        description: 'With its rules and its deliveries, those not sent yet included.',
        errors: ['not_found'],
      },
    },
    async (request) => channels.deleteChannel(ctx, request.params.id),
  );
}

function addTestRoute(app: App, ctx: Context): void {
  app.post(
    '/notification-channels/:id/test',
    {
      schema: { params: IdParams, response: { 200: data(ChannelTestResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Test notification channel',
        description:
          'Sends a message now, also on a disabled channel, and returns what the other side answered. ' +
          'The status is 200 also when the message was not accepted: `ok` is false then.',
        errors: ['not_found'],
      },
    },
    async ({ params }) => {
      const channel = await channels.requireChannel(ctx, ctx.database.db, params.id);
      await recordFirst(ctx.database);
      return { data: await ctx.notifications.sendTest(channel) };
    },
  );
}
