import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, Meta, NoContent, paged, PathId, sendJson } from '../http/common.js';
import type { App } from '../http/zod.js';
import {
  FindingQuery,
  FindingResponse,
  VulnerabilityDetail,
  VulnerabilityResponse,
} from './vulnerabilities.schemas.js';
import { CoverageResponse, NotCheckedHostsResponse } from './coverage/coverage.schemas.js';
import { toNotChecked } from './coverage/fleet-coverage.js';
import { AcceptanceRequest, AcceptanceResponse } from './acceptances/acceptances.schemas.js';
import { createVulnerabilityService } from './vulnerabilities.service.js';

const tag = 'Vulnerabilities';
const VulnerabilityParams = z.object({ id: z.string().min(1).max(255) });
const VulnerabilityFields = VulnerabilityDetail.omit({ findings: true });
const AcceptanceParams = VulnerabilityParams.extend({ acceptance_id: PathId });
const HostMeta = Meta.extend({
  coverage: CoverageResponse,
});

const FleetMeta = Meta.extend({
  not_checked: NotCheckedHostsResponse,
});

type Service = ReturnType<typeof createVulnerabilityService>;

/** Findings of hosts, vulnerabilities of the fleet and their acceptances, bare and under /api/v2. */
export function vulnerabilityRoutes(app: App, ctx: Context): void {
  const service = createVulnerabilityService(ctx);
  findingRoutes(app, service);
  addListRoutes(app, ctx, service);
  addFindingsRoute(app, service);
  acceptRoutes(app, service);
}

function findingRoutes(app: App, service: Service): void {
  app.get(
    '/hosts/:id/vulnerabilities',
    {
      schema: {
        params: IdParams,
        querystring: FindingQuery.omit({ group_id: true, host_id: true }),
        response: { 200: z.object({ data: z.array(FindingResponse), meta: HostMeta }) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List findings',
        description:
          'Highest risk first. `meta.coverage` says what of this host was matched; ' +
          'an empty list alone is not a clean bill.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => {
      const { items, total, coverage } = await service.findingsOfHost(params.id, query, query);
      return { data: items, meta: { page: query.page, limit: query.limit, total, coverage } };
    },
  );
}

function addListRoutes(app: App, { fleet }: Context, service: Service): void {
  app.get(
    '/vulnerabilities',
    {
      schema: {
        querystring: FindingQuery,
        response: { 200: z.object({ data: z.array(VulnerabilityResponse), meta: FleetMeta }) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List vulnerabilities',
        description:
          'Currently affecting at least one host, highest risk first. ' +
          '`meta.not_checked` says how many hosts (of `host_id` or `group_id`, ' +
          'otherwise all) were not fully checked.',
      },
    },
    async ({ query }, reply) => {
      const { host_id, group_id } = query;
      const [{ items, total }, coverage] = await Promise.all([
        service.list(query),
        fleet.ask('coverage', { host_id, group_id }),
      ]);
      const meta = {
        page: query.page,
        limit: query.limit,
        total,
        not_checked: toNotChecked(coverage),
      };
      return sendJson(reply, `{"data":${items},"meta":${JSON.stringify(meta)}}`);
    },
  );

  app.get(
    '/vulnerabilities/:id',
    {
      schema: { params: VulnerabilityParams, response: { 200: data(VulnerabilityDetail) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get vulnerability',
        description:
          'With its findings (including unimportant ones), the advisories about it, and its acceptances.',
        errors: ['not_found'],
      },
    },
    async ({ params }, reply) => {
      const { vulnerability, findings } = await service.detail(params.id);
      const fields = JSON.stringify(VulnerabilityFields.parse(vulnerability)).slice(0, -1);
      return sendJson(reply, `{"data":${fields},"findings":${findings}}}`);
    },
  );
}

function addFindingsRoute(app: App, service: Service): void {
  app.get(
    '/vulnerabilities/:id/findings',
    {
      schema: {
        params: VulnerabilityParams,
        querystring: FindingQuery.pick({ sort: true, page: true, limit: true }),
        response: { 200: paged(FindingResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'List the findings of a vulnerability',
        description: 'Where it was found, including unimportant ones; highest risk first.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }, reply) => {
      const { items, total } = await service.findingsOf(params.id, query);
      const { page, limit } = query;
      const meta = { page, limit, total };
      return sendJson(reply, `{"data":${items},"meta":${JSON.stringify(meta)}}`);
    },
  );
}

function acceptRoutes(app: App, service: Service): void {
  app.post(
    '/vulnerabilities/:id/acceptances',
    {
      schema: {
        params: VulnerabilityParams,
        body: AcceptanceRequest,
        response: { 201: data(AcceptanceResponse) },
      },
      config: {
        role: 'operator',
        tag,
        summary: 'Accept vulnerability',
        description:
          'As `POST /acceptances`: with a reason, the hosts, and a package or port. ' +
          'An accepted finding is neither new nor fixed.',
        errors: ['not_found', 'unknown_reference', 'acceptance_too_wide'],
      },
    },
    async ({ params, body, caller }) => {
      const acceptance = await service.accept(params.id, body, caller?.name ?? '');
      return { data: acceptance };
    },
  );

  app.delete(
    '/vulnerabilities/:id/acceptances/:acceptance_id',
    {
      schema: { params: AcceptanceParams, response: { 204: NoContent } },
      config: { role: 'operator', tag, summary: 'Revoke acceptance', errors: ['not_found'] },
    },
    async ({ params }) => service.revoke(params.id, params.acceptance_id),
  );
}
