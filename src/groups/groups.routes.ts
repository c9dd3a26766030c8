import { z } from 'zod';
import type { Context } from '../context.js';
import {
  data,
  Description,
  IdParams,
  Ids,
  ignored,
  Name,
  NoContent,
  paged,
  paging,
  PathId,
  IdsBody,
  Timestamp,
} from '../http/common.js';
import type { App } from '../http/zod.js';
import * as groups from './groups.service.js';

const Group = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    host_ids: z.array(z.int()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'Group',
    examples: [
      {
        id: 1,
        name: 'rack 1',
        description: '',
        host_ids: [7],
        created_at: 1_790_000_000,
        updated_at: 1_790_000_000,
      },
    ],
  });
const NewGroup = z
  .strictObject({ name: Name, description: Description.optional(), host_ids: Ids().optional() })
  .meta({ id: 'NewGroup', examples: [{ name: 'rack 1', host_ids: [7] }] });
const Change = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    host_ids: Ids().optional(),
    id: ignored,
    created_at: ignored,
    updated_at: ignored,
  })
  .nullish()
  .transform((c) => ({ name: c?.name, description: c?.description, host_ids: c?.host_ids }))
  .meta({ id: 'GroupChange', examples: [{ name: 'rack 2' }] });
const MemberParams = z.object({ id: PathId, host_id: PathId });
const tag = 'Groups';

/** Groups of hosts, bare and under /api/v2. */
export function groupRoutes(app: App, ctx: Context): void {
  app.get(
    '/groups',
    {
      schema: { querystring: z.strictObject(paging), response: { 200: paged(Group) } },
      config: { role: 'viewer', tag, summary: 'List groups' },
    },
    async (request) => {
      const { items, total } = await groups.listGroups(ctx, request.query);
      return { data: items, meta: { ...request.query, total } };
    },
  );

  app.post(
    '/groups',
    {
      schema: { body: NewGroup, response: { 201: data(Group) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Create group',
        errors: ['name_taken', 'unknown_reference'],
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await groups.createGroup(ctx, request.body) }),
  );

  app.get(
    '/groups/:id',
    {
      schema: { params: IdParams, response: { 200: data(Group) } },
      config: { role: 'viewer', tag, summary: 'Get group', errors: ['not_found'] },
    },
    async (request) => ({ data: await groups.getGroup(ctx.database.db, request.params.id) }),
  );

  app.put(
    '/groups/:id',
    {
      schema: { params: IdParams, body: Change, response: { 200: data(Group) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Update group',
        errors: ['not_found', 'name_taken', 'unknown_reference'],
      },
    },
    async (request) => ({ data: await groups.updateGroup(ctx, request.params.id, request.body) }),
  );

  app.delete(
    '/groups/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete group',
        description: 'Its hosts stay.',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await groups.deleteGroups(ctx, [request.params.id]);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/groups',
    {
      schema: { body: IdsBody, response: { 204: NoContent } },
      config: { role: 'operator', tag, summary: 'Delete groups', errors: ['not_found'] },
    },
    async (request, reply) => {
      await groups.deleteGroups(ctx, request.body.ids);
      return reply.code(204).send();
    },
  );

  app.put(
    '/groups/:id/hosts/:host_id',
    {
      schema: { params: MemberParams, response: { 200: data(Group) } },
      config: { role: 'operator', tag, summary: 'Put a host into a group', errors: ['not_found'] },
    },
    async (request) => ({
      data: await groups.addHostToGroup(ctx, request.params.id, request.params.host_id),
    }),
  );

  app.delete(
    '/groups/:id/hosts/:host_id',
    {
      schema: { params: MemberParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Take a host out of a group',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await groups.removeHostFromGroup(ctx, request.params.id, request.params.host_id);
      return reply.code(204).send();
    },
  );
}
