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
import type { Authenticator, Caller } from '../tokens/authenticate.js';
import { createTickets, type Tickets } from '../tokens/tickets.js';
import { createChannel, type Channel } from './channel.js';
import { selectHostEvents } from './events.repository.js';
import { EventResponse } from './events.schemas.js';

const PING_MS = 30_000;
const TOKEN_CHECK_MS = 1_000;
const tag = 'Agents';
const MAX_ID = Number.MAX_SAFE_INTEGER;
const Query = z.strictObject({
  ticket: z.string().max(256).optional(),
  host_id: queryNumber(1, MAX_ID).optional(),
  since: queryNumber(0, MAX_ID).optional(),
});

type Routes = (app: App, ctx: Context) => void;

/**
 * The channel of agent events: its WebSocket is under every prefix, the other routes bare and under
 * /api/v2.
 */
export function eventRoutes(root: App, ctx: Context): { socket: Routes; plain: Routes } {
  const { authenticator, events } = ctx;
  const tickets = createTickets(ctx.clock);
  const channel = createChannel(events, authenticator.findActive);
  const timers = [
    setInterval(() => channel.ping(), PING_MS),
    setInterval(() => channel.checkTokens(), TOKEN_CHECK_MS),
  ].map((t) => t.unref());
  // A client that misses no event from here on can reconnect with this seq.
  root.websocketServer.on('headers', (headers) =>
    headers.push(`hostwarden-seq: ${events.newestSeq()}`),
  );
  root.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    channel.close();
  });
  return {
    socket: (app) =>
      addSocketRoute(app, {
        channel,
        signIn: (request) => redeemTicket(request, tickets, authenticator),
        publicUrl: ctx.config.PUBLIC_URL,
      }),
    plain: (app) => {
      addTicketRoute(app, tickets);
      addEventListRoute(app, ctx);
    },
  };
}

/** Returns undefined without a ticket, and null for an invalid one. */
function redeemTicket(
  { query }: FastifyRequest,
  tickets: Tickets,
  authenticator: Authenticator,
): Caller | null | undefined {
  const { ticket } = query as { ticket?: unknown };
  if (ticket === undefined) return undefined;
  const caller = typeof ticket === 'string' ? tickets.redeem(ticket) : null;
  return caller && authenticator.findActive([caller.id]).has(caller.id) ? caller : null;
}

interface SocketDeps {
  channel: Channel;
  signIn: (request: FastifyRequest) => Caller | null | undefined;
  publicUrl: string | undefined;
}

function addSocketRoute(app: App, { channel, signIn, publicUrl }: SocketDeps): void {
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
      operation: 'streamAgentEvents',
      summary: 'Stream agent events (WebSocket)',
      description:
        'Each message is one event. `since` replays the events after that `seq`; ' +
        '`host_id` selects one host. Browsers authenticate with `ticket` (`POST /ws/tickets`). ' +
        'Close codes: 1013 client too slow, 4401 token revoked or expired, ' +
        '1001 server shutting down; reconnect with `since`.',
    },
    onRequest: createOriginCheck(publicUrl),
    handler: () => {
      throw new AppError(
        'upgrade_required',
        'Connect with a WebSocket client, or use GET /hosts/{id}/agent/events',
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

/** Allows pages of the service itself and of PUBLIC_URL only (RFC 6455, section 10.2). */
function createOriginCheck(publicUrl: string | undefined) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (
    { headers: { origin, host } }: FastifyRequest,
    _reply: unknown,
    done: (error?: Error) => void,
  ): void => {
    const isForeign =
      isForeignOrigin(origin, host) &&
      (publicHost === undefined || isForeignOrigin(origin, publicHost));
    if (isForeign)
      done(new AppError('forbidden', 'Cross-origin WebSocket connections are not allowed'));
    else done();
  };
}

function addTicketRoute(app: App, tickets: Tickets): void {
  app.post(
    '/ws/tickets',
    {
      schema: { response: { 201: data(z.object({ ticket: z.string(), expires_at: Timestamp })) } },
      config: {
        role: 'viewer',
        tag,
        operation: 'createWebSocketTicket',
        summary: 'Create a ticket for /ws/agents',
        description:
          'For browsers, which cannot set headers on a WebSocket handshake: ' +
          'valid for one handshake within 30 seconds, as `?ticket=`.',
      },
    },
    async ({ caller }, reply) => {
      if (!caller) throw new AppError('unauthorized', 'A token is required');
      return reply.code(201).send({ data: tickets.issue(caller) });
    },
  );
}

function addEventListRoute(app: App, ctx: Context): void {
  app.get(
    '/hosts/:id/agent/events',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject({ since: queryNumber(0, MAX_ID).default(0), ...paging }),
        response: {
          200: z.object({ data: z.array(EventResponse), meta: Meta.extend({ since: z.int() }) }),
        },
      },
      config: {
        role: 'viewer',
        tag,
        operation: 'listAgentEvents',
        summary: 'List agent events of a host',
        description:
          'Events after the `seq` in `since`, oldest first; the same as on `/ws/agents`.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id: hostId }, query: { since, ...page } }) => {
      const { db } = ctx.database;
      await requireHost(db, hostId);
      const filter = { hostId, since, upTo: ctx.events.newestSeq() };
      const { items, total } = await selectHostEvents(db, filter, {
        limit: page.limit,
        offset: offsetOf(page),
      });
      return { data: items, meta: { ...page, total, since } };
    },
  );
}
