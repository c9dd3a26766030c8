import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { requireHost } from '../hosts/hosts.service.js';
import {
  data,
  IdParams,
  Meta,
  NoContent,
  offsetOf,
  paging,
  queryNumber,
  Timestamp,
  isForeignOrigin,
} from '../http/common.js';

import type { App } from '../http/zod.js';
import { createActiveTokens } from '../tokens/active-tokens.js';
import { createTickets, type Tickets } from '../tokens/tickets.js';
import { createChannel, type Channel } from './channel.js';
import { EventResponse } from './events.schemas.js';

const PING_MS = 30_000;
const TOKENS_MS = 1_000;
const tag = 'Agents';
const MOST = Number.MAX_SAFE_INTEGER;
const Query = z.strictObject({
  ticket: z.string().max(256).optional(),
  host_id: queryNumber(1, MOST).optional(),
  since: queryNumber(0, MOST).optional(),
});

type Routes = (app: App, ctx: Context) => void;

/** The channel of agent events: its socket goes under every prefix, the plain routes bare and under /api/v2. */
export function eventRoutes(root: App, ctx: Context): { socket: Routes; plain: Routes } {
  const stillGood = createActiveTokens(ctx.database.sqlite, ctx.clock);
  const tickets = createTickets(ctx.clock);
  const channel = createChannel(ctx.events, stillGood);
  const timers = [
    setInterval(() => channel.ping(), PING_MS),
    setInterval(() => channel.checkTokens(), TOKENS_MS),
  ].map((t) => t.unref());
  // From here on nothing is missed: who reads this can come back with it.
  root.websocketServer.on('headers', (headers) =>
    headers.push(`hostwarden-seq: ${ctx.events.newestSeq()}`),
  );
  root.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    channel.close();
  });
  const signIn = (request: FastifyRequest) => byTicket(request, tickets, stillGood);
  return {
    socket: (app) => socketRoute(app, { channel, signIn, publicUrl: ctx.config.PUBLIC_URL }),
    plain: (app) => plainRoutes(app, ctx, tickets),
  };
}

function byTicket(
  { query }: FastifyRequest,
  tickets: Tickets,
  stillGood: ReturnType<typeof createActiveTokens>,
): ReturnType<Tickets['redeem']> | undefined {
  const { ticket } = query as { ticket?: unknown };
  if (ticket === undefined) return undefined;
  const caller = typeof ticket === 'string' ? tickets.redeem(ticket) : null;
  return caller && stillGood([caller.id]).has(caller.id) ? caller : null;
}

interface SocketParts {
  channel: Channel;
  signIn: (request: FastifyRequest) => ReturnType<Tickets['redeem']> | undefined;
  publicUrl: string | undefined;
}

function socketRoute(app: App, { channel, signIn, publicUrl }: SocketParts): void {
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  app.route({
    method: 'GET',
    url: '/ws/agents',
    schema: { querystring: Query, response: { 101: NoContent } },
    config: {
      role: 'viewer',
      tag,
      socket: true,
      signIn,
      errors: ['forbidden', 'upgrade_required'],
      summary: 'Events of agent operations, live (WebSocket)',
      description:
        'Each message is one event. `since` replays what came after that `seq`; `host_id` lets one host through. Browsers sign in with `ticket` (`POST /ws/tickets`). Closed with 1013: read too slowly, 4401: the token ended, 1001: the service ends; come back with `since`.',
    },
    onRequest: ({ headers: { origin, host } }, _reply, done) => {
      const foreign =
        isForeignOrigin(origin, host) &&
        (outside === undefined || isForeignOrigin(origin, outside));
      done(
        foreign
          ? new AppError('forbidden', 'Pages of another site may not listen here')
          : undefined,
      );
    },
    handler: () => {
      throw new AppError(
        'upgrade_required',
        'Connect with a WebSocket client, or read GET /hosts/{id}/agent/events',
        { headers: { upgrade: 'websocket' } },
      );
    },
    wsHandler: (socket, request) => {
      const { since, host_id: hostId } = request.query;
      channel.add(socket, {
        wire: request.raw.socket,
        tokenId: request.caller?.id ?? null,
        since,
        hostId,
      });
    },
  });
}

function plainRoutes(app: App, ctx: Context, tickets: Tickets): void {
  app.post(
    '/ws/tickets',
    {
      schema: { response: { 201: data(z.object({ ticket: z.string(), expires_at: Timestamp })) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Create a ticket for /ws/agents',
        description:
          'For browsers, which can send no header with a handshake: good for one within 30 seconds, as `?ticket=`.',
      },
    },
    async (request, reply) => {
      if (!request.caller) throw new AppError('unauthorized', 'This needs a token');
      return reply.code(201).send({ data: tickets.issue(request.caller) });
    },
  );

  app.get(
    '/hosts/:id/agent/events',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject({ since: queryNumber(0, MOST).default(0), ...paging }),
        response: {
          200: z.object({ data: z.array(EventResponse), meta: Meta.extend({ since: z.int() }) }),
        },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Events of agent operations on a host',
        description:
          'Those after the `seq` that `since` gives, oldest first. The same as on `/ws/agents`.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id: hostId }, query: { since, ...page } }) => {
      await requireHost(ctx.database.db, hostId);
      const items = ctx.events.read({ since, hostId, limit: page.limit, offset: offsetOf(page) });
      return { data: items, meta: { ...page, total: ctx.events.count({ since, hostId }), since } };
    },
  );
}
