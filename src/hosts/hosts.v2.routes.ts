import { z } from 'zod';
import type { Context } from '../context.js';
import {
  data,
  IdParams,
  NoContent,
  offsetOf,
  paging,
  sendJson,
  type Page,
} from '../http/common.js';
import { includeOf } from '../http/include.js';
import type { App } from '../http/zod.js';
import { createHostHandlers, hostsBody, type HostHandlers } from './hosts.handlers.js';
import { HostListSort } from './hosts.schemas.js';
import { createHosts } from './hosts.service.js';
import {
  DeleteHostsBody,
  hostQueryFilters,
  toSelectedHosts,
} from './selection/host-filter.schemas.js';
import { selectHosts, type SelectedHosts } from './selection/host-selection.js';
import {
  HostDetail,
  HostListResponse,
  HostV2,
  HostV2Change,
  NewHostV2,
} from './hosts.v2.schemas.js';

const tag = 'Hosts';

/** Hosts in API version 2, bare and under /api/v2. */
export function hostsV2(app: App, ctx: Context): void {
  const { FEED_STALE_DAYS } = ctx.config;
  const handlers = createHostHandlers(ctx, 'v2Detail', (id) => ({
    coverage: ctx.vulnerabilities.coverageOf(id, FEED_STALE_DAYS),
  }));
  addListRoute(app, ctx, handlers);
  addCreateRoute(app, ctx, handlers);
  addHostRoutes(app, handlers);
  addDeleteRoutes(app, ctx, handlers);
}

function addListRoute(app: App, ctx: Context, { list, hostsJson }: HostHandlers): void {
  app.get(
    '/hosts',
    {
      schema: {
        querystring: z.strictObject({
          ...hostQueryFilters,
          include: includeOf(['risk', 'coverage'])
            .optional()
            .meta({
              description:
                '`risk` adds risk, open, by_severity, known_exploited, agent, coverage and group_names to each ' +
                'host; `coverage` adds `meta.not_checked`',
            }),
          sort: HostListSort.optional(),
          ...paging,
        }),
        response: { 200: HostListResponse },
      },
      config: {
        role: 'viewer',
        tag,
        tagged: isTimeless,
        summary: 'List hosts',
        description:
          '`current_ip`: an IP address, a CIDR block, or an IPv4 prefix ending in a dot. ' +
          '`hostname`: case-insensitive substring of the name. `meta.total` counts all that match.',
      },
    },
    (request, reply) => {
      const { limit, page, include, sort, ...filters } = request.query;
      const selection = toSelectedHosts(filters);
      if (include !== undefined || sort !== undefined || !isIndexed(filters))
        return listByFleet(ctx, { limit, page, include, sort, selection }, reply);
      const { filter } = selection;
      return list(request, reply, () => {
        const items = hostsJson.list('v2', filter, { limit, offset: offsetOf({ limit, page }) });
        const meta = { page, limit, total: hostsJson.count(filter) };
        return `{"data":${items},"meta":${JSON.stringify(meta)}}`;
      });
    },
  );
}

const INDEXED: ReadonlySet<string> = new Set(['id', 'ids', 'current_ip', 'hostname', 'group_id']);

/** Whether a list is cheap enough for the main thread. */
const isIndexed = (filters: object): boolean =>
  Object.keys(filters).every((name) => INDEXED.has(name));

const TIMELESS_SORTS: readonly unknown[] = ['name', 'address', 'last_seen', 'system'];

/** Whether a list stays the same until the database changes. Risk and coverage change with time as well. */
function isTimeless(query: object): boolean {
  const { include, severity, kev, coverage, sort } = query as Record<string, unknown>;
  const by = (sort as { by?: string } | undefined)?.by;
  const isOfFindings = (include ?? severity ?? kev ?? coverage) !== undefined;
  return !isOfFindings && (by === undefined || TIMELESS_SORTS.includes(by));
}

interface FleetListQuery extends Page {
  include?: ReadonlySet<'risk' | 'coverage'> | undefined;
  sort?: z.output<typeof HostListSort> | undefined;
  selection: SelectedHosts;
}

/** Responds with a list that needs the findings of the whole fleet, or reads all hosts. */
async function listByFleet(
  { fleet }: Pick<Context, 'fleet'>,
  { limit, page, include, sort, selection }: FleetListQuery,
  reply: unknown,
): Promise<never> {
  const { items, total, not_checked } = await fleet.ask('hosts', {
    format: 'v2',
    ...selection,
    sort: sort ?? null,
    withRisk: include?.has('risk') === true,
    withCoverage: include?.has('coverage') === true,
    rows: { limit, offset: offsetOf({ limit, page }) },
  });
  const meta = { page, limit, total, ...(not_checked && { not_checked }) };
  return sendJson(reply, `{"data":${items},"meta":${JSON.stringify(meta)}}`);
}

function addCreateRoute(app: App, ctx: Context, { hostsJson }: HostHandlers): void {
  app.post(
    '/hosts',
    {
      schema: {
        body: hostsBody(NewHostV2, ctx.config, 'hostname'),
        response: { 201: data(z.object({ created: z.array(HostV2), existing: z.array(HostV2) })) },
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
      const createdJson = hostsJson.findMany('v2', created);
      const existingJson = hostsJson.findMany('v2', existing);
      return sendJson(reply, `{"data":{"created":${createdJson},"existing":${existingJson}}}`);
    },
  );
}

function addHostRoutes(app: App, { get, update }: HostHandlers): void {
  app.get(
    '/hosts/:id',
    {
      schema: { params: IdParams, response: { 200: data(HostDetail) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get host',
        description:
          'The host, with its newest inventory and packages if there is one, and what was checked of it.',
        errors: ['not_found'],
      },
    },
    get,
  );

  app.put(
    '/hosts/:id',
    {
      schema: { params: IdParams, body: HostV2Change, response: { 200: data(HostDetail) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Update host',
        description: 'Changes the given fields.',
        errors: ['not_found', 'ip_taken', 'unknown_reference'],
      },
    },
    update,
  );
}

function addDeleteRoutes(app: App, ctx: Context, { remove, removeMany }: HostHandlers): void {
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
    '/hosts',
    {
      schema: { body: DeleteHostsBody, response: { 204: NoContent } },
      preHandler: async (request) => {
        const { body } = request;
        if ('ids' in body) return;
        // Before the audit log reads the ids of the body.
        request.body = { ids: await selectHosts(ctx.fleet, body.filter, body.expected) };
      },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Delete hosts',
        description:
          'All or nothing: one unknown id aborts the request. Instead of `ids`: `filter` with the ' +
          'names of the list, and `expected`, the number of hosts that it matches. ' +
          '`selection_changed` if the number differs.',
        errors: ['not_found', 'selection_changed'],
      },
    },
    (request) => removeMany({ body: request.body as { ids: number[] } }),
  );
}
