import { z } from 'zod';
import type { Context } from '../context.js';
import { writeTransaction } from '../database/write-transaction.js';
import { AppError, notFound, unknownReference } from '../errors.js';
import { requireHost } from '../hosts/hosts.service.js';
import { data, IdParams, Meta, NoContent, paged, PathId } from '../http/common.js';
import type { App } from '../http/zod.js';
import { addAcceptance, endAcceptance, listAcceptances } from './acceptances.repository.js';
import { readAdvisories } from './matching/advisories.js';
import { coverageOf } from './coverage.js';
import { cvssSeverity } from './severity.js';
import {
  findVulnerability,
  listFindings,
  listVulnerabilities,
} from './vulnerabilities.repository.js';
import {
  AcceptanceResponse,
  FindingResponse,
  FindingQuery,
  AcceptanceRequest,
  VulnerabilityResponse,
  VulnerabilityDetail,
} from './vulnerabilities.schemas.js';

const tag = 'Vulnerabilities';
const VulnerabilityParams = z.object({ id: z.string().min(1).max(255) });
const AcceptanceParams = z.object({ id: z.string().min(1).max(255), acceptance_id: PathId });
const HostMeta = Meta.extend({
  judged_by: z
    .array(z.string())
    .meta({ description: 'the releases whose data judge the packages of the host' }),
  not_judged: z
    .string()
    .nullable()
    .meta({ description: 'why its packages are not judged; null: they are' }),
});

// What the list tells, where it stands against no host (any more).
const nowhere = (score: number | null) => ({
  severity: cvssSeverity(score) ?? 'unknown',
  hosts_affected: 0,
  packages: [],
  first_seen: null,
  last_seen: null,
});

/** What is wrong with the hosts, bare and under /api/v2. */
export function vulnerabilityRoutes(app: App, ctx: Context): void {
  const {
    clock,
    knowledge,
    database: { sqlite, reading },
  } = ctx;
  const unknown = (id: string): AppError =>
    new AppError('not_found', `No finding names a vulnerability ${id}`);

  app.get(
    '/hosts/:id/vulnerabilities',
    {
      schema: {
        params: IdParams,
        querystring: FindingQuery.omit({ group_id: true }),
        response: { 200: z.object({ data: z.array(FindingResponse), meta: HostMeta }) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Vulnerabilities of a host',
        description:
          'The worst first. `meta` tells whether the packages of this host can be judged at all: an empty list alone says nothing.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => {
      await requireHost(ctx.database.db, params.id);
      const { items, total } = listFindings(
        reading(),
        { ...query, host_id: params.id },
        query,
        clock.now(),
        knowledge.feedVersion,
      );
      return {
        data: items,
        meta: {
          page: query.page,
          limit: query.limit,
          total,
          ...coverageOf(reading(), knowledge, params.id),
        },
      };
    },
  );

  app.get(
    '/vulnerabilities',
    {
      schema: { querystring: FindingQuery, response: { 200: paged(VulnerabilityResponse) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Vulnerabilities across the fleet',
        description: 'Those that stand against a host now, the worst first.',
      },
    },
    async ({ query }) => {
      const { items, total } = listVulnerabilities(reading(), query, query, clock.now());
      return {
        data: items as z.infer<typeof VulnerabilityResponse>[],
        meta: { page: query.page, limit: query.limit, total },
      };
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
          'With its findings (unimportant ones too), the advisories about it, and who accepted it.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id } }) => {
      const found = findVulnerability(reading(), id);
      if (!found) throw unknown(id);
      const now = clock.now();
      const { items, total } = listFindings(
        reading(),
        { vulnerability_id: id, unimportant: true },
        { page: 1, limit: 1000 },
        now,
        knowledge.feedVersion,
      );
      const standing =
        listVulnerabilities(
          reading(),
          { vulnerability_id: id, unimportant: true },
          { page: 1, limit: 1 },
          now,
        ).items[0] ?? nowhere(found.cvss_score);
      const card = {
        ...found,
        ...standing,
        findings: items,
        findings_total: total,
        advisories: readAdvisories(knowledge, id),
        acceptances: listAcceptances(reading(), id, now),
      };
      return { data: card as z.infer<typeof VulnerabilityDetail> };
    },
  );

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
        summary: 'Accept a vulnerability',
        description:
          'For a reason and, if wished, until a time, on one host or in one package. An accepted finding is neither new nor fixed.',
        errors: ['not_found', 'unknown_reference'],
      },
    },
    async ({ params: { id }, body, caller }, reply) => {
      if (!findVulnerability(sqlite, id)) throw unknown(id);
      if (body.until != null && body.until <= clock.now())
        throw new AppError('validation_failed', '/until: is over already', {
          errors: [{ in: 'body', path: '/until', message: 'is over already' }],
        });
      const accepted = await writeTransaction(ctx.database, () => {
        const host = body.host_id ?? null;
        if (
          host !== null &&
          sqlite.prepare('SELECT 1 FROM hosts WHERE id = ?').get(host) === undefined
        )
          throw unknownReference('host', '/host_id', [host]);
        return addAcceptance(sqlite, id, caller?.name ?? '', body, clock.now());
      });
      return reply.code(201).send({ data: accepted });
    },
  );

  app.delete(
    '/vulnerabilities/:id/acceptances/:acceptance_id',
    {
      schema: { params: AcceptanceParams, response: { 204: NoContent } },
      config: { role: 'operator', tag, summary: 'Take an acceptance back', errors: ['not_found'] },
    },
    async ({ params: { id, acceptance_id } }, reply) => {
      if (
        !(await writeTransaction(ctx.database, () =>
          endAcceptance(sqlite, id, acceptance_id, clock.now()),
        ))
      )
        throw notFound('acceptance', acceptance_id);
      return reply.code(204).send();
    },
  );
}
