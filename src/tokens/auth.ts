import bearerAuth from '@fastify/bearer-auth';
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify';
import { AppError, type ErrorCode } from '../errors.js';
import type { Caller } from './authenticate.js';
import { hasRole } from './tokens.js';
import type { Role } from './tokens.table.js';
import type { App } from '../http/zod.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** the role that the route requires; every route declares it */
    role?: Role | 'public';
    /** operation id, if the words of the summary are not suitable */
    operation?: string;
    summary?: string;
    description?: string;
    tag?: string;
    /** error codes in addition to those of every route */
    errors?: readonly ErrorCode[];
    /** authenticates without the header; returns null for invalid credentials, undefined without any */
    signIn?: (request: FastifyRequest) => Caller | null | undefined;
    /** the body may be a long list, of up to BODY_LIMIT_BYTES */
    bulkBody?: true;
    /** the body is a file and may take longer */
    largeBody?: true;
    /** a WebSocket endpoint */
    socket?: true;
    /** media types of responses in addition to JSON */
    produces?: readonly string[];
    /** media type of the request body, if not JSON */
    consumes?: string;
    /** media type of responses, if not JSON */
    answers?: string;
    /** the response (to such a query) depends on the databases and the URL only: it has an entity tag */
    tagged?: true | ((query: object) => boolean);
    /** omitted from the OpenAPI document */
    hidden?: boolean;
  }
}

/** Answers a failed login by calling `done` with the error, perhaps later or with another one. */
export type RefuseLogin = (
  request: FastifyRequest,
  error: AppError,
  done: (error: AppError) => void,
) => void;

/**
 * Finds the caller of a request that has no Authorization header but a session. Returns the error of a session that is
 * not accepted; undefined: the request has none.
 */
export type FindSession = (request: FastifyRequest) => Caller | AppError | undefined;

const unauthorized = (detail: string): AppError => new AppError('unauthorized', detail);

const DETAILS: Record<string, string> = {
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER:
    'The Authorization header is missing: send "Authorization: Bearer <token>"',
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER: 'Bearer token is unknown or expired',
};

/** Requires a bearer token or a session of a sufficient role on every route except the public ones. */
export async function addAuth(
  app: App,
  authenticate: (token: string) => Caller | null,
  refuse: RefuseLogin,
  findSession: FindSession,
): Promise<void> {
  app.decorateRequest('caller', null);
  await app.register(bearerAuth, {
    keys: new Set<string>(),
    addHook: false,
    specCompliance: 'rfc6749', // the scheme is case-insensitive (RFC 9110, section 11.1)
    verifyErrorLogLevel: false as never, // the request log has the 401
    auth: (token: string, request: FastifyRequest) => {
      request.caller = authenticate(token);
      return request.caller !== null;
    },
  });
  const check = createCheck(app, refuse, findSession);
  // One hook per route: reading the route's settings for each request costs as much as the whole check.
  // The settings are read late, because a later hook may make the route public.
  app.addHook('onRoute', (route) => {
    const checkRoute: onRequestHookHandler = (request, reply, done) =>
      check(request, reply, route.config ?? {}, done);
    route.onRequest = [checkRoute, ...[route.onRequest ?? []].flat()];
  });
  app.addHook('onRequest', (request, reply, done) =>
    request.is404 ? check(request, reply, {}, done) : done(),
  );
}

function createCheck(app: App, refuse: RefuseLogin, findSession: FindSession) {
  const verify = app.verifyBearerAuth;
  if (!verify) throw new Error('@fastify/bearer-auth did not add its decorator');
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { role = 'viewer', signIn }: FastifyContextConfig,
    done: (error?: Error) => void,
  ): void => {
    if (role === 'public') return done();
    const caller = signIn?.(request);
    if (caller !== undefined) {
      request.caller = caller;
      if (caller) return done(checkRole(caller, role));
      const error = unauthorized('Ticket is unknown, already used or expired (30 s)');
      return refuse(request, error, done);
    }
    const session = findSession(request);
    if (session instanceof AppError) return done(session);
    if (session !== undefined) {
      request.caller = session;
      return done(checkRole(session, role));
    }
    verify(request, reply, (error) => {
      if (!error) return done(checkRole(request.caller, role));
      const known = toAppError(error);
      if (isWrongToken(error) && known instanceof AppError) return refuse(request, known, done);
      done(known);
    });
  };
}

const isWrongToken = (error: Error): boolean =>
  (error as { code?: string }).code === 'FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER';

function toAppError(error: Error): Error {
  const detail = DETAILS[(error as { code?: string }).code ?? ''];
  return detail === undefined ? error : unauthorized(detail);
}

function checkRole(caller: Caller | null, required: Role): AppError | undefined {
  if (caller && hasRole(caller.role, required)) return undefined;
  return new AppError(
    'forbidden',
    `Requires the role ${required}; the token has the role ${caller?.role ?? 'none'}`,
  );
}
