import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.js';
import { recordFirst } from '../audit/audit-log.js';
import { AppError } from '../errors.js';
import { data, IdParams, metaOf, NoContent, paged, sortedPaging } from '../http/common.js';
import { createCounter } from '../http/rate-limit.js';
import type { App } from '../http/zod.js';
import { hasRole } from '../tokens/tokens.js';
import { cookieHeader } from './cookie.js';
import { foreign } from './create-sessions.js';
import { isSameOrigin } from './same-origin.js';
import { ENVIRONMENT_TOKEN, SESSION_SORTS } from './sessions.js';
import type { ListedSession } from './sessions.repository.js';
import {
  NewSignInCode,
  SessionResponse,
  SignIn,
  SignInCode,
  StartedSession,
} from './sessions.schemas.js';
import * as sessions from './sessions.service.js';
import type { SessionRights } from './sign-in-codes.js';

const tag = 'Sessions';
const SessionQuery = z.strictObject(
  sortedPaging('the name of the token, the address or the browser', SESSION_SORTS, '-id'),
);

/** In a minute, with one token. */
const MAX_SIGN_INS = 30;

/** Sessions of the console, bare and under /api/v2. */
export function sessionRoutes(app: App, ctx: Context): void {
  addSignInRoute(app, ctx);
  addCodeRoute(app, ctx);
  addOwnRoutes(app, ctx);
  addAdminRoutes(app, ctx);
}

function addSignInRoute(app: App, ctx: Context): void {
  const rights = new WeakMap<FastifyRequest, SessionRights>();
  const countSignIn = createCounter(MAX_SIGN_INS);
  app.post(
    '/session',
    {
      schema: { body: SignIn, response: { 201: data(StartedSession) } },
      config: {
        role: 'public',
        tag,
        operation: 'startSession',
        summary: 'Sign in to the console',
        description:
          'Starts a session with the code of a link (`hostwarden console`) or with a token. A session has two ' +
          'halves: the cookie that is set, and `header`, which requests send as `Hostwarden-Session`.',
        errors: ['unauthorized', 'forbidden', 'rate_limited'],
      },
      preHandler: (request, _reply, done) => {
        const { headers, host } = request;
        if (!isSameOrigin({ ...headers, host }, ctx.config.PUBLIC_URL)) return done(foreign());
        const { body } = request;
        const found =
          'code' in body
            ? ctx.sessions.rightsOfCode(body.code)
            : ctx.sessions.rightsOfToken(body.token);
        if (!found) {
          const error = new AppError('unauthorized', refusal(body));
          return ctx.logins.refuse(request, 'session', { error, done });
        }
        if (
          countSignIn(found.tokenSha256.toString('base64'), ctx.clock.monotonicMs()).count >
          MAX_SIGN_INS
        )
          return done(tooManySignIns());
        rights.set(request, found);
        request.caller = ctx.authenticator.findByHash(found.tokenSha256); // for the audit log
        done();
      },
    },
    async (request, reply) => {
      const found = rights.get(request);
      if (!found) throw new AppError('unauthorized', 'A token is required');
      const origin = { address: request.ip, userAgent: request.headers['user-agent'] };
      const { id, cookie, header } = await sessions.startSession(ctx, found, origin);
      setCookie(request, reply, ctx, { value: cookie, maxAge: ctx.sessions.maxAge });
      const session = await sessions.getSession(ctx, id);
      return { data: { ...toResponse(session, id), header } };
    },
  );
}

const tooManySignIns = (): AppError =>
  new AppError('rate_limited', `More than ${MAX_SIGN_INS} sign-ins with this token in a minute`, {
    headers: { 'retry-after': '60' },
  });

const refusal = (body: z.output<typeof SignIn>): string =>
  'code' in body
    ? 'The link is unknown, already used or expired (2 min): print a new one with "hostwarden console"'
    : 'Token is unknown or expired';

function addCodeRoute(app: App, ctx: Context): void {
  app.post(
    '/session/codes',
    {
      schema: { body: NewSignInCode, response: { 201: data(SignInCode) } },
      config: {
        role: 'viewer',
        tag,
        operation: 'createSignInCode',
        summary: 'Create a code for a link to the console',
        description:
          'The code starts one session within two minutes, with the rights of this token, or with fewer. ' +
          'The link is `/ui/sign-in#<code>`.',
        errors: ['forbidden'],
      },
    },
    async ({ caller, body }) => {
      const { role = caller?.role ?? 'viewer' } = body;
      if (!caller || !hasRole(caller.role, role))
        throw new AppError('forbidden', `The token has the role ${caller?.role ?? 'none'}`);
      await recordFirst(ctx.database);
      const code = ctx.sessions.issueCode(caller, role);
      if (!code) throw new AppError('unauthorized', 'A token is required');
      return { data: code };
    },
  );
}

function addOwnRoutes(app: App, ctx: Context): void {
  app.get(
    '/session',
    {
      schema: { response: { 200: data(SessionResponse) } },
      config: {
        role: 'viewer',
        tag,
        operation: 'getCurrentSession',
        summary: 'Get the current session',
        description: 'The session of this request; 404 for a request with a token.',
        errors: ['not_found'],
      },
    },
    async ({ caller }) => ({ data: await sessions.getOwnSession(ctx, caller) }),
  );

  app.delete(
    '/session',
    {
      schema: { response: { 204: NoContent } },
      config: {
        role: 'viewer',
        tag,
        operation: 'endCurrentSession',
        summary: 'Sign out of the console',
        description: 'Ends the session of this request, and deletes its cookie.',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await sessions.endSession(ctx, request.caller?.session_id);
      setCookie(request, reply, ctx, { value: '', maxAge: 0 });
    },
  );
}

function addAdminRoutes(app: App, ctx: Context): void {
  app.get(
    '/sessions',
    {
      schema: { querystring: SessionQuery, response: { 200: paged(SessionResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'List sessions',
        description:
          'Sessions of the console that have not ended, the newest first without `sort`.',
      },
    },
    async (request) => {
      const { items, total } = await sessions.listSessions(ctx, request.query);
      const current = request.caller?.session_id;
      return {
        data: items.map((session) => toResponse(session, current)),
        meta: metaOf(request.query, total),
      };
    },
  );

  app.delete(
    '/sessions/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'End session',
        description: 'Takes effect immediately: open connections of the session are closed.',
        errors: ['not_found'],
      },
    },
    async (request) => sessions.endSession(ctx, request.params.id),
  );
}

const toResponse = (
  session: ListedSession,
  currentId: number | undefined,
): z.input<typeof SessionResponse> => ({
  ...session,
  token_name: session.token_name ?? ENVIRONMENT_TOKEN,
  is_current: session.id === currentId,
});

function setCookie(
  request: FastifyRequest,
  reply: unknown,
  { sessions: { cookieName } }: Context,
  { value, maxAge }: { value: string; maxAge: number },
): void {
  const isSecure = request.protocol === 'https';
  void (reply as FastifyReply).header(
    'set-cookie',
    cookieHeader(cookieName, value, { maxAge, isSecure }),
  );
}
