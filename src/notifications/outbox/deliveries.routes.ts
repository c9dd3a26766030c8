import { z } from 'zod';
import type { Context } from '../../context.js';
import { metaOf, paged, queryNumber, sortedPaging, Timestamp } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { NOTIFICATION_EVENTS } from '../events.js';
import { DELIVERY_SORTS, selectDeliveries } from './deliveries.repository.js';

const EVENTS = [...NOTIFICATION_EVENTS, 'digest', 'test'] as const;
const STATES = ['pending', 'sent', 'failed'] as const;

const DeliveryResponse = z
  .object({
    id: z.int().meta({ description: 'the idempotency key' }),
    channel_id: z.int(),
    rule_id: z.int().nullable(),
    event: z.enum(EVENTS).meta({ description: 'the most important one of the message' }),
    task_id: z.int().nullable(),
    state: z.enum(STATES),
    attempts: z.int(),
    next_attempt_at: Timestamp.nullable(),
    last_error: z.string().nullable(),
    created_at: Timestamp,
    sent_at: Timestamp.nullable(),
  })
  .meta({
    id: 'NotificationDelivery',
    examples: [
      {
        id: 1_876_951_040_123_456,
        channel_id: 1,
        rule_id: 1,
        event: 'finding.new',
        task_id: 12,
        state: 'pending',
        attempts: 1,
        next_attempt_at: 1_790_000_030,
        last_error: 'The receiver answered with status 500.',
        created_at: 1_790_000_000,
        sent_at: null,
      },
    ],
  });

const DeliveryQuery = z.strictObject({
  channel_id: queryNumber(0, 1e15).optional(),
  task_id: queryNumber(0, 1e15).optional(),
  event: z.enum(EVENTS).optional(),
  state: z.enum(STATES).optional(),
  ...sortedPaging('the name of the channel, of the event, or the error', DELIVERY_SORTS, '-id'),
});

/** Deliveries of notifications, bare and under /api/v2. */
export function notificationDeliveryRoutes(app: App, ctx: Context): void {
  app.get(
    '/notification-deliveries',
    {
      schema: { querystring: DeliveryQuery, response: { 200: paged(DeliveryResponse) } },
      config: {
        role: 'operator',
        tag: 'Notifications',
        summary: 'List notification deliveries',
        description:
          'Messages that were sent, are being sent, or were given up after 24 hours; ' +
          'the newest first without `sort`. ' +
          'They are kept for EVENT_RETENTION_DAYS.',
      },
    },
    async ({ query }) => {
      const { items, total } = await selectDeliveries(ctx.database.db, query, query);
      return { data: items, meta: metaOf(query, total) };
    },
  );
}
