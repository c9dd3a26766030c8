import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, Name, NoContent, paged, paging, Timestamp } from '../http/common.js';
import type { App } from '../http/zod.js';
import * as credentials from './credentials.service.js';

const Type = z.enum(['ssh_password', 'winrm_password']);
const Credential = z
  .object({
    id: z.int(),
    name: z.string(),
    type: Type,
    username: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    last_used_at: Timestamp.nullable(),
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
  .strictObject({ name: Name, type: Type, username: Name, password: Password })
  .meta({
    id: 'NewCredential',
    examples: [
      { name: 'lab root', type: 'ssh_password', username: 'root', password: '<PASSWORD>' },
    ],
  });
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
        description: 'The password is stored encrypted and never returned.',
        errors: ['name_taken'],
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await credentials.createCredential(ctx, request.body) }),
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
