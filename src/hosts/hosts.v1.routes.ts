import { z } from 'zod';
import type { Context } from '../context.js';
import {
  data,
  IdParams,
  IdsBody,
  NoContent,
  optionalPage,
  optionalPaging,
  sendJson,
} from '../http/common.js';
import type { App } from '../http/zod.js';
import { createHostHandlers, hostsBody, type HostHandlers } from './hosts.handlers.js';
import { HostSort, IpFilterText, NameFilter } from './hosts.schemas.js';
import { createHosts } from './hosts.service.js';
import { HostV1, HostV1Change, HostV1Item, NewHostV1 } from './hosts.v1.schemas.js';

const tag = 'Hosts (older)';

/** Hosts in API version 1, under /api/v1. */
export function hostsV1(app: App, ctx: Context): void {
  const handlers = createHostHandlers(ctx, 'v1');
  addListRoute(app, ctx, handlers);
  addCreateRoute(app, ctx, handlers);
  addHostRoutes(app, handlers);
  addDeleteRoutes(app, handlers);
}

function addListRoute(app: App, { fleet }: Context, { list, hostsJson }: HostHandlers): void {
  app.get(
    '/hosts/',
    {
      schema: {
        querystring: z.strictObject({
          ip: IpFilterText.optional(),
          name: NameFilter.optional(),
          sort: HostSort.optional(),
          ...optionalPaging,
        }),
        response: { 200: data(z.array(HostV1Item)) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List hosts',
        description:
          'Returns all hosts unless `limit` or `page` is given. ' +
          '`ip`: an IP address, a CIDR block, or an IPv4 prefix ending in a dot. ' +
          '`name`: case-insensitive substring of the name.',
      },
    },
    (request, reply) => {
      const { limit, page, sort, ...filter } = request.query;
      const rows = optionalPage({ limit, page });
      if (sort !== undefined)
        return fleet
          .ask('hosts', {
            format: 'v1List',
            filter,
            findings: {},
            sort: { by: 'risk', isReversed: sort === '-risk' },
            withRisk: false,
            withCoverage: false,
            rows: rows ?? { limit: -1, offset: 0 },
          })
          .then(({ items }) => sendJson(reply, `{"data":${items}}`));
      return list(request, reply, () => {
        const items = hostsJson.list('v1List', filter, rows);
        return `{"data":${items}}`;
      });
    },
  );
}

function addCreateRoute(app: App, ctx: Context, { hostsJson }: HostHandlers): void {
  app.post(
    '/hosts/',
    {
      schema: {
        body: hostsBody(NewHostV1, ctx.config, 'name'),
        response: { 201: z.object({ created: z.array(HostV1), existing: z.array(HostV1) }) },
      },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Create hosts',
        description:
          '`existing` lists hosts whose address already existed; they are left unchanged.',
      },
    },
    async (request, reply) => {
      const { created, existing } = await createHosts(ctx, request.body);
      const createdJson = hostsJson.findMany('v1', created);
      const existingJson = hostsJson.findMany('v1', existing);
      return sendJson(reply, `{"created":${createdJson},"existing":${existingJson}}`);
    },
  );
}

function addHostRoutes(app: App, { get, update }: HostHandlers): void {
  app.get(
    '/hosts/:id',
    {
      schema: { params: IdParams, response: { 200: data(HostV1) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get host',
        description: 'The host, with its inventory if there is one.',
        errors: ['not_found'],
      },
    },
    get,
  );

  app.put(
    '/hosts/:id',
    {
      schema: { params: IdParams, body: HostV1Change, response: { 200: data(HostV1) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Update host',
        description: 'Changes the given fields.',
        errors: ['not_found', 'ip_taken'],
      },
    },
    update,
  );
}

function addDeleteRoutes(app: App, { remove, removeMany }: HostHandlers): void {
  app.delete(
    '/hosts/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete host',
        description:
          'Deletes the host with its services, inventory and findings. Results of tasks are kept.',
        errors: ['not_found'],
      },
    },
    remove,
  );

  app.delete(
    '/hosts/',
    {
      schema: { body: IdsBody, response: { 204: NoContent } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Delete hosts',
        description: 'All or nothing: one unknown id aborts the request.',
        errors: ['not_found'],
      },
    },
    removeMany,
  );
}
