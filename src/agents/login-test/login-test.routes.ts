import { z } from 'zod';
import { recordFirst } from '../../audit/audit-log.js';
import type { Context } from '../../context.js';
import { data, Id, IdParams } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { loginRoleOf } from '../../tokens/tokens.js';
import { LOGIN_STEPS } from './login-steps.js';

const LoginTestRequest = z
  .strictObject({ host_id: Id })
  .meta({ id: 'LoginTestRequest', examples: [{ host_id: 7 }] });

const LoginTestResponse = z
  .object({
    ok: z.boolean(),
    steps: z.array(z.object({ step: z.enum(LOGIN_STEPS), ok: z.boolean(), message: z.string() })),
    error: z
      .object({ code: z.string(), message: z.string(), detail: z.string().nullable() })
      .nullable()
      .meta({ description: 'as of an agent operation' }),
  })
  .meta({
    id: 'LoginTest',
    examples: [
      {
        ok: true,
        steps: [
          { step: 'connect', ok: true, message: 'Connected to 10.0.0.7' },
          {
            step: 'login',
            ok: true,
            message: 'Logged in as root, host key ssh-ed25519 SHA256:…, pinned',
          },
          { step: 'commands', ok: true, message: 'Commands can be run' },
          { step: 'rights', ok: true, message: 'The user is root' },
        ],
        error: null,
      },
    ],
  });

/** Tests of credentials, bare and under /api/v2. */
export function loginTestRoutes(app: App, ctx: Context): void {
  app.post(
    '/credentials/:id/test',
    {
      schema: {
        params: IdParams,
        body: LoginTestRequest,
        response: { 200: data(LoginTestResponse) },
      },
      config: {
        role: 'operator',
        tag: 'Credentials',
        operation: 'testCredential',
        summary: 'Test credential',
        description:
          'Logs in to a host and determines the rights there. Nothing is changed on the host. A new host ' +
          'key is trusted and pinned as by any other login; the step `login` says so.',
        errors: ['not_found', 'unknown_reference', 'credential_not_allowed'],
      },
    },
    async ({ params, body, caller }) => {
      await recordFirst(ctx.database);
      const result = await ctx.agentOperations.testLogin({
        credentialId: params.id,
        hostId: body.host_id,
        role: loginRoleOf(caller),
      });
      return { data: result };
    },
  );
}
