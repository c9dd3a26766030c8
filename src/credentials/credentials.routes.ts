import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, Ids, Name, NoContent, paged, paging, Timestamp } from '../http/common.js';
import type { App } from '../http/zod.js';
import { parseCidr } from '../platform/net/address-guard.js';
import * as credentials from './credentials.service.js';

const Type = z.enum(['ssh_password', 'winrm_password']);
const MAX_NETWORKS = 1000;
const Network = z.string().superRefine((text, issues) => {
  try {
    parseCidr(text);
  } catch (error) {
    issues.addIssue({ code: 'custom', message: (error as Error).message });
  }
});
const Scope = z
  .object({ group_ids: z.array(z.int()), networks: z.array(z.string()) })
  .meta({ id: 'CredentialScope', examples: [{ group_ids: [1], networks: ['10.0.0.0/8'] }] });
const NewScope = z
  .strictObject({
    group_ids: Ids().default([]),
    networks: z
      .array(Network)
      .max(MAX_NETWORKS, `must be at most ${MAX_NETWORKS} addresses and blocks`)
      .default([]),
  })
  .meta({
    id: 'NewCredentialScope',
    description:
      'Where operators may use the credential, besides hosts whose key an admin has confirmed.',
    examples: [{ group_ids: [1], networks: ['10.0.0.0/8'] }],
  });

const Credential = z
  .object({
    id: z.int(),
    name: z.string(),
    type: Type,
    username: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    scope: Scope.nullable(),
  })
  .meta({
    id: 'Credential',
    examples: [
      {
        id: 2,
        name: 'lab root',
        type: 'ssh_password',
        username: 'root',
        created_at: 1_790_000_000,
        updated_at: 1_790_000_000,
        last_used_at: null,
        scope: null,
      },
    ],
  });

// A password may contain any character that a login can transmit.
const Password = z
  .string()
  .min(1, 'must not be empty')
  .max(4096, 'must be at most 4096 characters')
  .refine((s) => !/[\0\r\n]/.test(s), 'must not contain NUL or line breaks')
  .refine((s) => s.isWellFormed(), 'must be well-formed Unicode');
const NewCredential = z
  .strictObject({
    name: Name,
    type: Type,
    username: Name,
    password: Password,
    scope: NewScope.nullable().optional(),
  })
  .meta({
    id: 'NewCredential',
    examples: [
      { name: 'lab root', type: 'ssh_password', username: 'root', password: '<PASSWORD>' },
    ],
  });
const CredentialChange = z
  .strictObject({ scope: NewScope.nullable() })
  .meta({ id: 'CredentialChange', examples: [{ scope: { networks: ['10.0.0.0/8'] } }] });
const tag = 'Credentials';

/** Credentials, bare and under /api/v2. A password is write-only. */
export function credentialRoutes(app: App, ctx: Context): void {
  app.get(
    '/credentials',
    {
      schema: { querystring: z.strictObject(paging), response: { 200: paged(Credential) } },
      config: {
        role: 'operator',
        tag,
        summary: 'List credentials',
        description: 'Names and types. Passwords are never returned.',
      },
    },
    async (request) => {
      const { items, total } = await credentials.listCredentials(ctx, request.query);
      return { data: items, meta: { ...request.query, total } };
    },
  );

  app.post(
    '/credentials',
    {
      schema: { body: NewCredential, response: { 201: data(Credential) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Create credential',
        description:
          'The password is stored encrypted and never returned. Without a `scope`, operators may use ' +
          'the credential only on hosts whose key an admin has confirmed.',
        errors: ['name_taken', 'unknown_reference'],
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await credentials.createCredential(ctx, request.body) }),
  );

  addChangeRoutes(app, ctx);
}

function addChangeRoutes(app: App, ctx: Context): void {
  app.put(
    '/credentials/:id',
    {
      schema: { params: IdParams, body: CredentialChange, response: { 200: data(Credential) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Update credential',
        description: 'Sets its scope; null removes it.',
        errors: ['not_found', 'unknown_reference'],
      },
    },
    async ({ params, body }) => ({
      data: await credentials.setCredentialScope(ctx, params.id, body.scope),
    }),
  );

  app.delete(
    '/credentials/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Delete credential',
        errors: ['not_found', 'credential_in_use'],
      },
    },
    async (request, reply) => {
      await credentials.deleteCredential(ctx, request.params.id);
      return reply.code(204).send();
    },
  );
}
