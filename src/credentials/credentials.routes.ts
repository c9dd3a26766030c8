import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, metaOf, namedPaging, NoContent, paged } from '../http/common.js';
import type { App } from '../http/zod.js';
import {
  CredentialChangeRequest,
  CredentialResponse,
  NewCredentialRequest,
} from './credentials.schemas.js';
import * as credentials from './credentials.service.js';

const tag = 'Credentials';
const KEY_ERRORS = [
  'key_unreadable',
  'passphrase_missing',
  'passphrase_wrong',
  'certificate_unreadable',
  'certificate_of_another_key',
  'certificate_expired',
] as const;

/** Credentials, bare and under /api/v2. Secrets are write-only. */
export function credentialRoutes(app: App, ctx: Context): void {
  app.get(
    '/credentials',
    {
      schema: {
        querystring: z.strictObject(namedPaging),
        response: { 200: paged(CredentialResponse) },
      },
      config: {
        role: 'operator',
        tag,
        summary: 'List credentials',
        description: 'Names, types and uses. Secrets are never returned.',
      },
    },
    async (request) => {
      const { items, total } = await credentials.listCredentials(ctx, request.query);
      return { data: items, meta: metaOf(request.query, total) };
    },
  );

  app.post(
    '/credentials',
    {
      schema: { body: NewCredentialRequest, response: { 201: data(CredentialResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Create credential',
        description:
          'Secrets are stored encrypted and never returned. A private key is read with its passphrase, ' +
          'which is not stored. With a `scope`, the credential is used in it only. Without one, admins ' +
          'use it on any host, and operators where an admin has used it.',
        errors: ['name_taken', 'unknown_reference', ...KEY_ERRORS],
      },
    },
    async (request) => ({ data: await credentials.createCredential(ctx, request.body) }),
  );

  addChangeRoutes(app, ctx);
}

function addChangeRoutes(app: App, ctx: Context): void {
  app.get(
    '/credentials/:id',
    {
      schema: { params: IdParams, response: { 200: data(CredentialResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Get credential',
        description: 'Name, type and uses. Secrets are never returned.',
        errors: ['not_found'],
      },
    },
    async ({ params }) => ({ data: await credentials.getCredential(ctx, params.id) }),
  );

  app.put(
    '/credentials/:id',
    {
      schema: {
        params: IdParams,
        body: CredentialChangeRequest,
        response: { 200: data(CredentialResponse) },
      },
      config: {
        role: 'admin',
        tag,
        summary: 'Update credential',
        description:
          'Changes or rotates a credential. Fields that are absent stay as they are; a `scope`, ' +
          '`certificate` or `sudo_password` of null is removed. The type cannot be changed.',
        errors: [
          'not_found',
          'name_taken',
          'unknown_reference',
          'credential_type_fixed',
          ...KEY_ERRORS,
        ],
      },
    },
    async ({ params, body }) => ({
      data: await credentials.updateCredential(ctx, params.id, body),
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
    async (request) => credentials.deleteCredential(ctx, request.params.id),
  );
}
