import { z } from 'zod';
import type { Context } from '../context.js';
import {
  data,
  Description,
  IdParams,
  ignored,
  Ids,
  Name,
  NoContent,
  offsetOf,
  paged,
  paging,
  queryNumber,
  IdsBody,
  Timestamp,
} from '../http/common.js';
import { sendJson } from '../http/reply.js';
import type { App } from '../http/zod.js';
import { hostHandlers, hostsBody } from './hosts.handlers.js';
import { InventoryDetail, inventoryExamples, InventoryV2 } from './hosts.inventory.js';
import { countHosts, hostsJson, listHostsJson } from './hosts.json.js';
import { Ip, IpFilterText, NameFilter } from './hosts.schemas.js';
import { createHosts } from './hosts.service.js';

const common = {
  id: z.int(),
  current_ip: z.string(),
  hostname: z.string(),
  status: z.enum(['unknown', 'online', 'offline']),
  description: z.string(),
  group_ids: z.array(z.int()),
  last_seen: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
const example = {
  id: 7,
  current_ip: '192.0.2.10',
  hostname: 'web-1',
  status: 'online',
  description: '',
  group_ids: [1],
  last_seen: 1_790_000_500,
  created_at: 1_790_000_000,
  updated_at: 1_790_000_000,
};
const HostV2 = z
  .object({
    ...common,
    inventory: InventoryV2.optional().meta({ description: 'left out until one is stored' }),
  })
  .meta({ id: 'Host', examples: [{ ...example, inventory: inventoryExamples.v2 }] });
const HostDetail = z
  .object({
    ...common,
    inventory: InventoryDetail.optional().meta({ description: 'left out until one is stored' }),
  })
  .meta({ id: 'HostCard', examples: [example] });

const NewHostV2 = z
  .strictObject({ current_ip: Ip, hostname: Name.optional(), description: Description.optional() })
  .transform((h) => ({
    ip: h.current_ip,
    name: h.hostname ?? h.current_ip,
    description: h.description ?? '',
  }))
  .meta({
    id: 'NewHost',
    examples: [{ current_ip: '192.0.2.10', hostname: 'web-1', description: '' }],
  });
const ChangeV2 = z
  .strictObject({
    current_ip: Ip.optional(),
    hostname: Name.optional(),
    description: Description.optional(),
    group_ids: Ids().optional(),
    id: ignored,
    status: ignored,
    last_seen: ignored,
    created_at: ignored,
    updated_at: ignored,
    inventory: ignored,
  })
  .nullish()
  .transform((c) => ({
    ip: c?.current_ip,
    name: c?.hostname,
    description: c?.description,
    group_ids: c?.group_ids,
  }))
  .meta({ id: 'HostChange', examples: [{ hostname: 'web-1', group_ids: [1, 2] }] });

const tag = 'Hosts';

/** The newer generation of the host interface, bare and under /api/v2. */
export function hostsV2(app: App, ctx: Context): void {
  const { reading } = ctx.database;
  const hosts = hostHandlers(ctx, 'v2Card');

  app.get(
    '/hosts',
    {
      schema: {
        querystring: z.strictObject({
          current_ip: IpFilterText.optional(),
          hostname: NameFilter.optional(),
          group_id: queryNumber(0, 1e15).optional(),
          ...paging,
        }),
        response: { 200: paged(HostV2) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List hosts',
        description:
          '`current_ip`: an address, a CIDR block, or a leading part that ends in a dot. `hostname`: a part of the name, in any case.',
      },
    },
    (request, reply) => {
      const { limit, page, current_ip: ip, hostname: name, group_id } = request.query;
      const filter = { ip, name, group_id };
      return hosts.list(request, reply, () => {
        const items = listHostsJson(reading(), 'v2', filter, {
          limit,
          offset: offsetOf({ limit, page }),
        });
        return `{"data":${items},"meta":${JSON.stringify({ page, limit, total: countHosts(reading(), filter) })}}`;
      });
    },
  );

  app.post(
    '/hosts',
    {
      schema: {
        body: hostsBody(NewHostV2, ctx.config),
        response: { 201: data(z.object({ created: z.array(HostV2), existing: z.array(HostV2) })) },
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
        `{"data":{"created":${hostsJson(reading(), 'v2', created)},"existing":${hostsJson(reading(), 'v2', existing)}}}`,
      );
    },
  );

  app.get(
    '/hosts/:id',
    {
      schema: { params: IdParams, response: { 200: data(HostDetail) } },
      config: { role: 'viewer', tag, summary: 'Get host', errors: ['not_found'] },
    },
    hosts.get,
  );

  app.put(
    '/hosts/:id',
    {
      schema: { params: IdParams, body: ChangeV2, response: { 200: data(HostDetail) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Update host',
        errors: ['not_found', 'ip_taken', 'unknown_reference'],
      },
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
    '/hosts',
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
