import type { Context } from '../../context.js';
import { data, IdParams, NoContent, paged, sendJson } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import {
  AcceptanceChange,
  AcceptanceQuery,
  AcceptanceResponse,
  OpenVexResponse,
  RegisterRequest,
} from './acceptances.schemas.js';
import { createAcceptanceService, type AcceptanceService } from './acceptances.service.js';

const tag = 'Acceptances';
const acceptanceList = paged(AcceptanceResponse);
/** Only the OpenAPI document has both forms: a document is sent as text. */
const ListOrDocument = acceptanceList.meta({ oneOf: [acceptanceList, OpenVexResponse] });

/** The register of acceptances, bare and under /api/v2. */
export function acceptanceRoutes(app: App, ctx: Context): void {
  const service = createAcceptanceService(ctx);
  addListRoute(app, service);
  addCreateRoute(app, service);
  addItemRoutes(app, service);
}

function addListRoute(app: App, service: AcceptanceService): void {
  app.get(
    '/acceptances',
    {
      schema: { querystring: AcceptanceQuery, response: { 200: ListOrDocument } },
      config: {
        role: 'viewer',
        tag,
        summary: 'List acceptances',
        description:
          'The newest first, ended ones included unless `ended=false`. ' +
          'With `format=openvex`: an OpenVEX document of the active ones.',
        errors: ['not_found'],
      },
    },
    async ({ query: { page, limit, format, ...filter } }, reply) => {
      if (format === 'openvex') return sendJson(reply, JSON.stringify(service.openVex(filter)));
      const { items, total } = service.list(filter, { page, limit });
      return { data: items, meta: { page, limit, total } };
    },
  );
}

function addCreateRoute(app: App, service: AcceptanceService): void {
  app.post(
    '/acceptances',
    {
      schema: { body: RegisterRequest, response: { 201: data(AcceptanceResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Accept a vulnerability',
        operation: 'createAcceptance',
        description:
          'On a host, the hosts of a group, or all hosts; in a package, on a port, ' +
          'or everywhere. An accepted finding is neither new nor fixed. ' +
          'A finding that appears elsewhere later is new.',
        errors: ['unknown_reference', 'acceptance_too_wide'],
      },
    },
    async ({ body: { vulnerability_id, ...input }, caller }) => {
      const id = service.requireVulnerability(vulnerability_id);
      const acceptance = await service.accept(id, input, caller?.name ?? '');
      return { data: acceptance };
    },
  );
}

function addItemRoutes(app: App, service: AcceptanceService): void {
  app.get(
    '/acceptances/:id',
    {
      schema: { params: IdParams, response: { 200: data(AcceptanceResponse) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get an acceptance',
        description: 'Also an ended one.',
        errors: ['not_found'],
      },
    },
    async ({ params }) => ({ data: service.get(params.id) }),
  );

  app.put(
    '/acceptances/:id',
    {
      schema: {
        params: IdParams,
        body: AcceptanceChange,
        response: { 200: data(AcceptanceResponse) },
      },
      config: {
        role: 'operator',
        tag,
        summary: 'Extend an acceptance',
        description:
          'Changes the end (`until`; null: none) and, if given, the reason. The register keeps the ' +
          'acceptance as it was, as ended: the response is a new one that `replaces` it. ' +
          'Both cover the same findings.',
        errors: ['not_found', 'conflict'],
      },
    },
    async ({ params, body, caller }) => ({
      data: await service.extend(params.id, body, caller?.name ?? ''),
    }),
  );

  app.delete(
    '/acceptances/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'End an acceptance',
        description: 'It stays in the register. Its findings are `changed` in the next diff.',
        errors: ['not_found'],
      },
    },
    async ({ params }) => service.revoke(params.id),
  );
}
