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
    /** who may call this route; every route says so */
    role?: Role | 'public';
    summary?: string;
    description?: string;
    tag?: string;
    /** error codes beside those that any route may answer */
    errors?: readonly ErrorCode[];
    /** finds the caller by something else than the header; null: what it showed is no good, undefined: it showed nothing */
    signIn?: (request: FastifyRequest) => Caller | null | undefined;
    /** its body may take longer than others: a file */
    largeBody?: true;
    /** it is a WebSocket */
    socket?: true;
    /** media types beside JSON that it can answer with */
    produces?: readonly string[];
    /** media type of its body, where that is not JSON */
    consumes?: string;
    /** media type of its answers, where that is not JSON */
    answers?: string;
    /** not part of the described interface */
    hidden?: boolean;
  }
}

const unauthorized = (detail: string): AppError => new AppError('unauthorized', detail);

const DETAILS: Record<string, string> = {
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER:
    'The Authorization header is missing: send "Authorization: Bearer <token>"',
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER:
    'The Authorization header does not carry a bearer token that is known and has not expired',
};

/** Every route but the public ones needs a bearer token of a sufficient role. */
export async function addAuth(
  app: App,
  authenticate: (token: string) => Caller | null,
): Promise<void> {
  app.decorateRequest('caller', null);
  await app.register(bearerAuth, {
    keys: new Set<string>(),
    addHook: false,
    specCompliance: 'rfc6749', // the scheme's name is case-insensitive (RFC 9110, 11.1)
    verifyErrorLogLevel: false as never, // the request log has the 401 already
    auth: (token: string, request: FastifyRequest) =>
      (request.caller = authenticate(token)) !== null,
  });
  const verify = app.verifyBearerAuth;
  if (!verify) throw new Error('@fastify/bearer-auth did not add its decorator');
  const check = (
    request: FastifyRequest,
    reply: FastifyReply,
    { role = 'viewer', signIn }: FastifyContextConfig,
    done: (error?: Error) => void,
  ): void => {
    if (role === 'public') return done();
    const other = signIn?.(request);
    if (other !== undefined)
      return done(
        (request.caller = other)
          ? checkRole(other, role)
          : unauthorized('The ticket is not known, was used before, or is older than 30 seconds'),
      );
    verify(request, reply, (error) =>
      done(error ? refused(error) : checkRole(request.caller, role)),
    );
  };
  // A hook for each route: asking each request what its route says would cost as much as the whole check. The route is read late, for a later hook may make it public.
  app.addHook('onRoute', (route) => {
    const checkRoute: onRequestHookHandler = (request, reply, done) =>
      check(request, reply, route.config ?? {}, done);
    route.onRequest = [checkRoute, ...[route.onRequest ?? []].flat()];
  });
  app.addHook('onRequest', (request, reply, done) =>
    request.is404 ? check(request, reply, {}, done) : done(),
  );
}

function refused(error: Error): Error {
  const detail = DETAILS[(error as { code?: string }).code ?? ''];
  return detail === undefined ? error : unauthorized(detail);
}

function checkRole(caller: Caller | null, needed: Role): AppError | undefined {
  if (caller && hasRole(caller.role, needed)) return undefined;
  return new AppError(
    'forbidden',
    `This needs the role ${needed}; the token has the role ${caller?.role ?? 'none'}`,
  );
}
