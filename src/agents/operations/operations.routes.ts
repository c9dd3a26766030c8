import type { Context } from '../../context.js';
import { data, IdParams, NoContent } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { loginRoleOf } from '../../tokens/tokens.js';
import {
  AgentResponse,
  NewSshHostKey,
  NewWinRmCertificate,
  OperationParams,
  OperationRequest,
  OperationResponse,
  SshHostKeyResponse,
  WinRmCertificateResponse,
} from './operations.schemas.js';
import * as operations from './operations.service.js';

const tag = 'Agents';

/** Agents of hosts and their operations, bare and under /api/v2. */
export function operationRoutes(app: App, ctx: Context): void {
  addStartRoute(app, ctx);
  addReadRoutes(app, ctx);
  addSshKeyRoutes(app, ctx);
  addWinRmCertificateRoutes(app, ctx);
}

function addStartRoute(app: App, ctx: Context): void {
  app.post(
    '/hosts/:id/agent',
    {
      schema: {
        params: IdParams,
        body: OperationRequest,
        response: { 202: data(OperationResponse) },
      },
      config: {
        role: 'operator',
        tag,
        operation: 'startAgentOperation',
        summary: 'Install, update or uninstall the agent',
        errors: [
          'not_found',
          'operation_working',
          'unknown_reference',
          'credential_mismatch',
          'credential_not_allowed',
        ],
        description:
          'Queues an operation; one per host at a time. Installing over an existing agent ' +
          'repairs it. `dry_run: true` logs in and checks everything, but makes no changes.',
      },
    },
    async ({ params, body, caller }) => {
      const login_role = loginRoleOf(caller);
      const request = { host_id: params.id, ...body, login_role };
      const operation = await operations.startOperation(ctx, request);
      return { data: operation };
    },
  );
}

function addReadRoutes(app: App, ctx: Context): void {
  app.get(
    '/hosts/:id/agent',
    {
      schema: { params: IdParams, response: { 200: data(AgentResponse) } },
      config: {
        role: 'viewer',
        tag,
        operation: 'getAgent',
        summary: 'Get the agent of a host',
        description: 'Agent state and its 20 most recent operations, newest first.',
        errors: ['not_found'],
      },
    },
    async (request) => ({ data: await operations.getAgent(ctx, request.params.id) }),
  );

  app.get(
    '/hosts/:id/agent/operations/:operation_id',
    {
      schema: { params: OperationParams, response: { 200: data(OperationResponse) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get an agent operation',
        description:
          'Status, step and error of one operation. Operations are kept after their end.',
        errors: ['not_found'],
      },
    },
    async (request) => ({
      data: await operations.getOperation(ctx, request.params.id, request.params.operation_id),
    }),
  );
}

function addSshKeyRoutes(app: App, ctx: Context): void {
  app.put(
    '/hosts/:id/ssh-host-key',
    {
      schema: {
        params: IdParams,
        body: NewSshHostKey,
        response: { 200: data(SshHostKeyResponse) },
      },
      config: {
        role: 'admin',
        tag,
        summary: 'Pin the SSH host key',
        description:
          'Before the first login, or after an intended change: the fingerprint that ' +
          '`ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub` prints on the host.',
        errors: ['not_found'],
      },
    },
    async (request) => ({
      data: await operations.pinHostKey(ctx, request.params.id, 'ssh', request.body),
    }),
  );

  app.delete(
    '/hosts/:id/ssh-host-key',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Forget the SSH host key',
        description:
          'The next login of an admin trusts the key that the host presents, and pins it. ' +
          "Keys are pinned by the host's address, and outlive the host.",
        errors: ['not_found'],
      },
    },
    async (request) => operations.forgetHostKey(ctx, request.params.id, 'ssh'),
  );
}

function addWinRmCertificateRoutes(app: App, ctx: Context): void {
  app.put(
    '/hosts/:id/winrm-certificate',
    {
      schema: {
        params: IdParams,
        body: NewWinRmCertificate,
        response: { 200: data(WinRmCertificateResponse) },
      },
      config: {
        role: 'admin',
        tag,
        summary: 'Pin the WinRM certificate',
        description:
          'Before the first login, or after a renewal: the SHA-256 of the certificate in DER, with or without colons.',
        errors: ['not_found'],
      },
    },
    async ({ params, body }) => ({
      data: await operations.pinHostKey(ctx, params.id, 'winrm', { ...body, type: 'x509' }),
    }),
  );

  app.delete(
    '/hosts/:id/winrm-certificate',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Forget the WinRM certificate',
        description:
          'The next login of an admin over HTTPS trusts the certificate that the host presents, and pins it.',
        errors: ['not_found'],
      },
    },
    async (request) => operations.forgetHostKey(ctx, request.params.id, 'winrm'),
  );
}
