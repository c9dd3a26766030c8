import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { requireHost } from '../hosts/hosts.service.js';
import { data, IdParams, Meta, offsetOf, paging, queryNumber } from '../http/common.js';
import type { App } from '../http/zod.js';
import { getOwnSession } from '../sessions/sessions.service.js';
import { createTickets, type Tickets } from '../tokens/tickets.js';
import { createAgentSource } from './agent-source.js';
import { createChannel } from './channel.js';
import { selectHostEvents } from './events.repository.js';
import { EventResponse, TicketResponse } from './events.schemas.js';
import { addSocketRoute, agentSocket, redeemTicket, streamSocket } from './socket.routes.js';

const PING_MS = 30_000;
const TOKEN_CHECK_MS = 1_000;
const STREAM_PATH = /\/ws\/events\/?(\?|$)/;
const tag = 'Agents';
const MAX_ID = Number.MAX_SAFE_INTEGER;

type Routes = (app: App, ctx: Context) => void;

/**
 * The channels of events: their WebSockets are under every prefix, the other routes bare and under
 * /api/v2.
 */
export function eventRoutes(root: App, ctx: Context): { socket: Routes; plain: Routes } {
  const { authenticator, events, eventStream, sessions } = ctx;
  const tickets = createTickets(ctx.clock);
  const access = { findActiveSessions: sessions.findActive };
  const agents = createChannel(createAgentSource(events), authenticator.findActive, access);
  const stream = createChannel(eventStream, authenticator.findActive, access);
  const channels = [agents, stream];
  const timers = [
    setInterval(() => channels.forEach((channel) => channel.ping()), PING_MS),
    setInterval(() => channels.forEach((channel) => channel.checkTokens()), TOKEN_CHECK_MS),
  ].map((t) => t.unref());
  // A client that misses no event from here on can reconnect with this seq.
  root.websocketServer.on('headers', (headers, { url = '' }) => {
    const source = STREAM_PATH.test(url) ? eventStream : events;
    headers.push(`hostwarden-seq: ${source.newestSeq()}`);
  });
  root.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    for (const channel of channels) channel.close();
  });
  const deps = {
    signIn: (request: FastifyRequest) => redeemTicket(request, tickets, ctx),
    publicUrl: ctx.config.PUBLIC_URL,
  };
  return {
    socket: (app) => {
      addSocketRoute(app, agentSocket(agents), deps);
      addSocketRoute(app, streamSocket(stream), deps);
    },
    plain: (app) => {
      addTicketRoute(app, tickets, ctx);
      addEventListRoute(app, ctx);
    },
  };
}

function addTicketRoute(app: App, tickets: Tickets, ctx: Context): void {
  app.post(
    '/ws/tickets',
    {
      schema: { response: { 201: data(TicketResponse) } },
      config: {
        role: 'viewer',
        tag,
        operation: 'createWebSocketTicket',
        summary: 'Create a ticket for /ws/agents',
        description:
          'For browsers, which cannot set headers on a WebSocket handshake, also of `/ws/events`: ' +
          'valid for one handshake within 30 seconds, as `?ticket=`. For a request with a session, the answer ' +
          'has the session too.',
        errors: ['not_found'],
      },
    },
    async ({ caller }) => {
      if (!caller) throw new AppError('unauthorized', 'A token is required');
      const session = caller.session_id === undefined ? null : await getOwnSession(ctx, caller);
      return { data: { ...tickets.issue(caller), session } };
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
