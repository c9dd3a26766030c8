import type {
  FastifyReply,
  FastifyRequest,
  onResponseHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify';
import { endObservation, withObserver } from '../database/write-transaction.js';
import type { App } from '../http/zod.js';
import type { AuditLog } from './audit-log.js';
import type { AuditEntry, AuditedRequest, AuditedResponse } from './entry/audit-entry.js';
import { auditedRoute, type AuditedRoute } from './audited-routes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** the line of the audit log that this request leaves */
    auditEntry: AuditEntry | null;
  }
}

/**
 * Records the requests that change data, and those that were refused. Add it before the routes: a route that changes
 * data and is not in the list of audited routes cannot be registered.
 * @param isLocal the requests are of a command, not of clients
 */
export function addAudit(app: App, audit: AuditLog, isLocal: boolean): void {
  app.decorateRequest('auditEntry', null);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      // Hidden routes are pages of /docs, and the responses to methods that a URL does not support.
      const audited = route.config?.hidden ? null : auditedRoute(method, route.url);
      if (audited) addRouteHooks(route, { audit, audited, isLocal });
    }
  });
}

interface RouteAudit {
  audit: AuditLog;
  audited: AuditedRoute;
  isLocal: boolean;
}

function addRouteHooks(route: RouteOptions, { audit, audited, isLocal }: RouteAudit): void {
  const expectedStatus = expectedStatusOf(route);
  const begin = (request: FastifyRequest): AuditEntry =>
    audit.begin({
      request: toAuditedRequest(request, isLocal),
      route: audited,
      ids: idsOf(request, audited),
      expectedStatus,
    });
  const observe: preHandlerHookHandler = (request, _reply, done) => {
    request.auditEntry = begin(request);
    withObserver(request.auditEntry, done);
  };
  const end: onSendHookHandler = (request, reply, payload, done) => {
    if (request.caller === null || reply.statusCode === 429) return done(); // bounded by the rate limit
    const entry = request.auditEntry ?? begin(request);
    void audit.end(entry, toResponse(reply, payload)).then(() => {
      done();
    });
  };
  const release: onResponseHookHandler = (request, _reply, done) => {
    if (request.auditEntry !== null) endObservation();
    done();
  };
  route.preHandler = [...[route.preHandler ?? []].flat(), observe];
  route.onSend = [...[route.onSend ?? []].flat(), end];
  route.onResponse = [...[route.onResponse ?? []].flat(), release];
}

function expectedStatusOf({ schema }: RouteOptions): number {
  const statuses = Object.keys((schema?.response as object | undefined) ?? {}).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? 200;
}

function toAuditedRequest({ caller, ip, id }: FastifyRequest, isLocal: boolean): AuditedRequest {
  return {
    token_id: caller?.id ?? null,
    actor: isLocal ? 'command line' : (caller?.name ?? null),
    role: caller?.role ?? null,
    address: isLocal ? null : ip,
    request_id: id,
  };
}

const ID = /^(?:[1-9]\d{0,14}|[a-z][a-z-]{0,30})$/; // anything else is not an id

function idsOf(request: FastifyRequest, { id }: AuditedRoute): string[] {
  if (!id) return [];
  const given = ((request[id.in] ?? {}) as Record<string, unknown>)[id.name];
  const values = Array.isArray(given) ? (given as unknown[]) : [given];
  const texts = values.filter((v) => typeof v === 'string' || typeof v === 'number').map(String);
  if (id.in === 'query') return texts.map((text) => text.slice(0, 200));
  return texts.filter((text) => ID.test(text));
}

function toResponse({ statusCode: status }: FastifyReply, payload: unknown): AuditedResponse {
  return { status, code: status >= 400 && typeof payload === 'string' ? codeOf(payload) : null };
}

function codeOf(problem: string): string | null {
  try {
    const { code } = JSON.parse(problem) as { code?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}
