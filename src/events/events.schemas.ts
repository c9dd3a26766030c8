import { z } from 'zod';
import { Timestamp } from '../http/common.js';
import { SessionResponse } from '../sessions/sessions.schemas.js';

const Kind = z.templateLiteral([
  'agent.',
  z.enum(['install', 'update', 'uninstall']),
  '.',
  z.enum(['accepted', 'progress', 'completed', 'failed']),
]);

/** An event, in lists and on the channel. */
export const EventResponse = z
  .object({
    seq: z.int(),
    event: Kind,
    time: Timestamp,
    operation_id: z.int(),
    host_id: z.int(),
    action: z.enum(['install', 'update', 'uninstall']),
    step: z.string(),
    percent: z.int(),
    message: z.string(),
    error: z
      .object({ code: z.string(), message: z.string(), detail: z.string().nullable() })
      .nullable(),
  })
  .meta({
    id: 'AgentEvent',
    examples: [
      {
        seq: 41,
        event: 'agent.install.progress',
        time: 1_790_000_000,
        operation_id: 3,
        host_id: 7,
        action: 'install',
        step: 'upload',
        percent: 50,
        message: 'Uploading the agent',
        error: null,
      },
    ],
  });

/** A ticket for the handshake of a WebSocket. With the session, a page needs one request where it needed two. */
export const TicketResponse = z
  .object({
    ticket: z.string(),
    expires_at: Timestamp,
    session: SessionResponse.nullable().meta({
      description: 'that of the request, as in `GET /session`; null: it has a token',
    }),
  })
  .meta({
    id: 'WebSocketTicket',
    examples: [{ ticket: 'hwt_…', expires_at: 1_790_000_030, session: null }],
  });
