import { z } from 'zod';
import type { Context } from '../context.js';
import {
  optionalPage,
  data,
  Description,
  IdParams,
  ignored,
  Name,
  NoContent,
  optionalPaging,
  IdsBody,
  Timestamp,
} from '../http/common.js';
import { sendJson } from '../http/reply.js';
import type { App } from '../http/zod.js';
import { hostHandlers, hostsBody } from './hosts.handlers.js';
import { inventoryExamples, InventoryV1 } from './hosts.inventory.js';
import { hostsJson, listHostsJson } from './hosts.json.js';
import { Ip, IpFilterText, NameFilter } from './hosts.schemas.js';
import { createHosts } from './hosts.service.js';

const common = {
  ip: z.string(),
  name: z.string(),
  description: z.string(),
  group_ids: z.array(z.int()),
  template_ids: z.array(z.int()),
  inventory: InventoryV1.nullable(),
};
const example = {
  ip: '192.0.2.10',
  name: 'web-1',
  description: '',
  group_ids: [1],
  template_ids: [3],
  inventory: inventoryExamples.v1,
};
const HostV1 = z
  .object({ id: z.int(), create_at: Timestamp, update_at: Timestamp, ...common })
  .meta({
    id: 'HostV1',
    examples: [{ id: 7, create_at: 1_790_000_000, update_at: 1_790_000_000, ...example }],
  });
const HostV1Item = z
  .object({ ID: z.int(), CreatedAt: Timestamp, UpdatedAt: Timestamp, ...common })
  .meta({
    id: 'HostV1Item',
    examples: [{ ID: 7, CreatedAt: 1_790_000_000, UpdatedAt: 1_790_000_000, ...example }],
  });

const NewHostV1 = z
  .strictObject({ ip: Ip, name: Name.optional(), description: Description.optional() })
  .transform((h) => ({ ip: h.ip, name: h.name ?? h.ip, description: h.description ?? '' }))
  .meta({
    id: 'NewHostV1',
    examples: [{ ip: '192.0.2.10', name: 'web-1', description: 'in the rack by the door' }],
  });
const ChangeV1 = z
  .strictObject({
    ip: Ip.optional(),
    name: Name.optional(),
    description: Description.optional(),
    id: ignored,
    ID: ignored,
    create_at: ignored,
    update_at: ignored,
    CreatedAt: ignored,
    UpdatedAt: ignored,
    group_ids: ignored,
    template_ids: ignored,
    inventory: ignored,
  })
  .nullish()
  .transform((c) => ({ ip: c?.ip, name: c?.name, description: c?.description }))
  .meta({ id: 'HostV1Change', examples: [{ name: 'web-1' }] });

const tag = 'Hosts (older)';

/** The older generation of the host interface, under /api/v1. */
export function hostsV1(app: App, ctx: Context): void {
  const { reading } = ctx.database;
  const hosts = hostHandlers(ctx, 'v1');

  app.get(
    '/hosts/',
    {
      schema: {
        querystring: z.strictObject({
          ip: IpFilterText.optional(),
          name: NameFilter.optional(),
          ...optionalPaging,
        }),
        response: { 200: data(z.array(HostV1Item)) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List hosts',
        description:
          'Everything, unless `limit` or `page` ask for a page. `ip`: an address, a CIDR block, or a leading part that ends in a dot. `name`: a part of the name, in any case.',
      },
    },
    (request, reply) => {
      const { limit, page, ...filter } = request.query;
      return hosts.list(
        request,
        reply,
        () =>
          `{"data":${listHostsJson(reading(), 'v1List', filter, optionalPage({ limit, page }))}}`,
      );
    },
  );

  app.post(
    '/hosts/',
    {
      schema: {
        body: hostsBody(NewHostV1, ctx.config),
        response: { 201: z.object({ created: z.array(HostV1), existing: z.array(HostV1) }) },
      },
      config: {
        role: 'operator',
        tag,
        summary: 'Create hosts',
        description:
          '`existing` holds the hosts whose address was already there; they are not changed.',
      },
    },
    async (request, reply) => {
      const { created, existing } = await createHosts(ctx, request.body);
      return sendJson(
        reply,
        201,
        `{"created":${hostsJson(reading(), 'v1', created)},"existing":${hostsJson(reading(), 'v1', existing)}}`,
      );
    },
  );

  app.get(
    '/hosts/:id',
    {
      schema: { params: IdParams, response: { 200: data(HostV1) } },
      config: { role: 'viewer', tag, summary: 'Get host', errors: ['not_found'] },
    },
    hosts.get,
  );

  app.put(
    '/hosts/:id',
    {
      schema: { params: IdParams, body: ChangeV1, response: { 200: data(HostV1) } },
      config: { role: 'operator', tag, summary: 'Update host', errors: ['not_found', 'ip_taken'] },
    },
    hosts.update,
  );

  app.delete(
    '/hosts/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: { role: 'operator', tag, summary: 'Delete host', errors: ['not_found'] },
    },
    hosts.remove,
  );

  app.delete(
    '/hosts/',
    {
      schema: { body: IdsBody, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete hosts',
        description: 'All or none: one unknown id, and nothing is deleted.',
        errors: ['not_found'],
      },
    },
    hosts.removeMany,
  );
}
