import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const tag = 'Health';
const Check = z.enum(['ok', 'failed']);

/** Liveness and readiness; both say nothing about the data. */
export function healthRoutes(app: App, ctx: Context): void {
  app.get(
    '/healthz',
    {
      schema: { response: { 200: z.object({ status: z.literal('ok') }) } },
      config: { role: 'public', tag, summary: 'Is the service alive?' },
    },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        response: {
          200: z.object({
            status: z.literal('ok'),
            checks: z.object({ database: Check, migrations: Check, ticker: Check }),
          }),
        },
      },
      config: { role: 'public', tag, summary: 'Is the service ready?', errors: ['not_ready'] },
    },
    () => {
      const checks = ctx.readiness();
      const bad = Object.entries(checks)
        .filter(([, state]) => state !== 'ok')
        .map(([name]) => name);
      if (bad.length > 0) throw new AppError('not_ready', `Not ready: ${bad.join(', ')}`);
      return { status: 'ok' as const, checks };
    },
  );
}
