import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { NoContent, queryNumber, isForeignOrigin } from '../http/common.js';
import type { App } from '../http/zod.js';
import type { Caller } from '../tokens/authenticate.js';
import type { Tickets } from '../tokens/tickets.js';
import type { Channel } from './channel.js';
import type { SubscriberOptions } from './channel.subscriber.js';
import { TOPICS, type StreamFilter, type Topic } from './stream/stream.events.js';

const MAX_ID = Number.MAX_SAFE_INTEGER;
const CLOSE_CODES =
  'Close codes: 1013 client too slow, 4401 token revoked or expired, ' +
  '1001 server shutting down; reconnect with `since`.';
const common = {
  ticket: z.string().max(256).optional(),
  since: queryNumber(0, MAX_ID).optional(),
};
const AgentQuery = z.strictObject({ ...common, host_id: queryNumber(1, MAX_ID).optional() });
const TOPIC_LIST = new RegExp(`^(${TOPICS.join('|')})(,(${TOPICS.join('|')}))*$`);
const StreamQuery = z.strictObject({
  ...common,
  topics: z
    .string()
    .regex(TOPIC_LIST, `must be a list with commas of ${TOPICS.join(', ')}`)
    .optional(),
  task_id: queryNumber(1, MAX_ID).optional(),
});

type QuerySchema = typeof AgentQuery | typeof StreamQuery;

/** One WebSocket: its documentation, and who receives its clients. */
interface Socket {
  url: string;
  query: QuerySchema;
  tag: string;
  operation: string;
  summary: string;
  description: string;
  /** what a client without a WebSocket can do */
  hint: string;
  connect: (
    socket: WebSocket,
    subscriber: Omit<SubscriberOptions<null>, 'filter'>,
    query: unknown,
  ) => void;
}

interface SocketDeps {
  signIn: (request: FastifyRequest) => Caller | null | undefined;
  publicUrl: string | undefined;
}

/** The events of agents, with their own `seq`. */
export const agentSocket = (channel: Channel<{ hostId: number | undefined }>): Socket => ({
  url: '/ws/agents',
  query: AgentQuery,
  tag: 'Agents',
  operation: 'streamAgentEvents',
  summary: 'Stream agent events (WebSocket)',
  description:
    'Each message is one event. `since` replays the events after that `seq`; ' +
    `\`host_id\` selects one host. Browsers authenticate with \`ticket\` (\`POST /ws/tickets\`). ${CLOSE_CODES}`,
  hint: 'Connect with a WebSocket client, or use GET /hosts/{id}/agent/events',
  connect: (socket, subscriber, query) => {
    const { host_id: hostId } = query as z.output<typeof AgentQuery>;
    channel.add(socket, { ...subscriber, filter: { hostId } });
  },
});

/** The events of all topics in one sequence. */
export const streamSocket = (channel: Channel<StreamFilter>): Socket => ({
  url: '/ws/events',
  query: StreamQuery,
  tag: 'Tasks',
  operation: 'streamEvents',
  summary: 'Stream events (WebSocket)',
  description:
    'Each message is one event with `seq`, `topic`, `event` and `time`: ' +
    '`task.started`, `task.progress`, `task.host_done`, `task.completed`, `task.failed`, `task.stopped`; ' +
    '`agent.…` as on `/ws/agents`; `feed.update.started`, `.progress`, `.finished`, `.failed`; ' +
    '`host.inventory.imported`; `.created`, `.updated` and `.deleted` of `host`, `group`, `template` and ' +
    '`acceptance`, one for all that one request changes. ' +
    '`topics` selects topics (all without it), `task_id` the events of one task among those of tasks. ' +
    '`since` replays the events after that `seq`, which is not that of `/ws/agents`. ' +
    'Progress of tasks and feeds is not replayed and has the `seq` of the event before it. ' +
    `Browsers authenticate with \`ticket\` (\`POST /ws/tickets\`). ${CLOSE_CODES}`,
  hint: 'Connect with a WebSocket client, or use GET /api/v1/tasks/{id}',
  connect: (socket, subscriber, query) => {
    const { topics, task_id: taskId } = query as z.output<typeof StreamQuery>;
    const selected = topics === undefined ? TOPICS : (topics.split(',') as Topic[]);
    channel.add(socket, { ...subscriber, filter: { topics: selected, taskId } });
  },
});

/** Returns undefined without a ticket, and null for an invalid one. */
export function redeemTicket(
  { query }: FastifyRequest,
  tickets: Tickets,
  { authenticator, sessions }: Pick<Context, 'authenticator' | 'sessions'>,
): Caller | null | undefined {
  const { ticket } = query as { ticket?: unknown };
  if (ticket === undefined) return undefined;
  const caller = typeof ticket === 'string' ? tickets.redeem(ticket) : null;
  if (!caller || !authenticator.findActive([caller.id]).has(caller.id)) return null;
  const { session_id: session } = caller;
  return session === undefined || sessions.findActive([session]).has(session) ? caller : null;
}

/** Adds the route of a WebSocket. */
export function addSocketRoute(
  app: App,
  { url, query, hint, connect, ...documentation }: Socket,
  { signIn, publicUrl }: SocketDeps,
): void {
  app.route({
    method: 'GET',
    url,
    schema: { querystring: query, response: { 101: NoContent } },
    config: {
      ...documentation,
      role: 'viewer',
      socket: true,
      signIn,
      errors: ['forbidden', 'upgrade_required'],
    },
    onRequest: createOriginCheck(publicUrl),
    handler: () => {
      throw new AppError('upgrade_required', hint, { headers: { upgrade: 'websocket' } });
    },
    wsHandler: (socket, request) =>
      connect(
        socket,
        {
          wire: request.raw.socket,
          tokenId: request.caller?.id ?? null,
          sessionId: request.caller?.session_id,
          since: request.query.since,
        },
        request.query,
      ),
  });
}

/** Allows pages of the service itself and of PUBLIC_URL only (RFC 6455, section 10.2). */
function createOriginCheck(publicUrl: string | undefined) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (
    { headers: { origin }, host }: FastifyRequest,
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
