import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const tag = 'Health';
const Check = z.enum(['ok', 'failed']);

/** Liveness and readiness probes; neither reveals anything about the data. */
export function healthRoutes(app: App, ctx: Context): void {
  app.get(
    '/healthz',
    {
      schema: { response: { 200: z.object({ status: z.literal('ok') }) } },
      config: {
        role: 'public',
        tag,
        operation: 'getLiveness',
        summary: 'Liveness probe',
        description: 'The process serves requests.',
      },
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
      config: {
        role: 'public',
        tag,
        operation: 'getReadiness',
        summary: 'Readiness probe',
        description:
          'Database, migrations and scheduler work. Otherwise the response names what does not.',
        errors: ['not_ready'],
      },
    },
    () => {
      const checks = ctx.readiness();
      const failed = Object.entries(checks)
        .filter(([, state]) => state !== 'ok')
        .map(([name]) => name);
      if (failed.length > 0) throw new AppError('not_ready', `Not ready: ${failed.join(', ')}`);
      return { status: 'ok' as const, checks };
    },
  );
}
