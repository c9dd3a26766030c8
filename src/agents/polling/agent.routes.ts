import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { LoginRefusal } from '../../audit/refuse-login.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { hasBody } from '../../http/body/body-timeout.js';
import { NoContent } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { createPeerQueue, type PeerQueue } from '../../platform/net/peer-queue.js';
import { readAgentBody, type BodyOptions } from './agent.body.js';
import type { Upload } from './agent-limits.js';
import type { AgentCaller, LiveHub } from './create-hub.js';
import { parseAgentVersion } from './poll.request.js';

declare module 'fastify' {
  interface FastifyRequest {
    agent: AgentCaller | null;
    upload: Upload | null;
    /** ends the upload; undefined without one */
    endUpload: (() => void) | undefined;
  }
}

const MAX_RESULT_BYTES = 32 << 20;
/** A report of 30,000 packages has about 1 MB with gzip. */
const MAX_PACKED_RESULT_BYTES = 4 << 20;
const MAX_POLL_BYTES = 4096;
/** The token may be in a body of this type only. */
const BODY_TYPE = 'application/octet-stream';
const config = {
  role: 'public',
  tag: 'Agents',
  errors: ['unauthorized', 'rate_limited'],
  consumes: BODY_TYPE,
} as const;
const Bytes = z
  .custom<Buffer>((value) => Buffer.isBuffer(value), 'a body is required')
  .meta({ override: { type: 'string', format: 'binary' } });
const JobParams = z.object({ id: z.string() });
const JOB_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Endpoints for agents, under /agent/v1 (docs/agent-protocol.md). An agent's token is valid here only,
 * and for its own host.
 */
export function agentRoutes(app: App, { hub, logins }: Pick<Context, 'hub' | 'logins'>): void {
  addAgentAuth(app, hub, logins);
  addPollRoute(app, hub);
  addResultRoute(app, hub);
}

function addAgentAuth(app: App, hub: LiveHub, logins: LoginRefusal): void {
  app.decorateRequest('agent', null);
  app.decorateRequest('upload', null);
  app.decorateRequest('endUpload');
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization, 'content-type': type } = request.headers;
    const mayFollow = hasBody(request.raw) && type?.toLowerCase().startsWith(BODY_TYPE) === true;
    if (authorization === undefined) return done(mayFollow ? undefined : unauthorized());
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    const error = errorOf(() => signIn(hub, request, token));
    if (error === undefined || !isUnauthorized(error)) return done(error);
    logins.refuse(request, 'agent', { error, done });
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endUpload?.();
    done();
  });
  app.removeAllContentTypeParsers();
  const queue = createPeerQueue();
  app.addContentTypeParser(BODY_TYPE, (request: FastifyRequest, payload: Readable) =>
    readBody({ hub, queue }, request, payload).catch((error: unknown) =>
      refuse(logins, request, error),
    ),
  );
  // A request without any token is answered with 401, before all other errors.
  app.addHook('preValidation', (request, _reply, done) =>
    done(request.agent ? undefined : unauthorized()),
  );
  app.addHook('onError', (_request, reply, _error, done) => {
    void reply.header('connection', 'close'); // the rest of a rejected body is not read
    done();
  });
}

function addPollRoute(app: App, hub: LiveHub): void {
  app.post(
    '/poll',
    {
      schema: { body: Bytes, response: { 200: z.string() } },
      config: {
        ...config,
        answers: 'text/plain',
        summary: 'Poll for jobs',
        description:
          'For agents. Held until there is a job, for at most one minute; answered with lines of text.',
      },
    },
    (request, reply) => {
      const { raw } = reply.hijack();
      const respond = (text: string): void => {
        raw
          .writeHead(200, {
            'content-type': 'text/plain; charset=utf-8',
            'content-length': Buffer.byteLength(text),
          })
          .end(text);
      };
      const version = parseAgentVersion(request.body);
      const onClose = hub.poll({ ...callerOf(request), version, respond });
      raw.once('close', onClose);
    },
  );
}

function addResultRoute(app: App, hub: LiveHub): void {
  app.post(
    '/jobs/:id',
    {
      schema: { params: JobParams, body: Bytes, response: { 204: NoContent } },
      config: {
        ...config,
        errors: ['unauthorized', 'not_found', 'upload_working', 'rate_limited'],
        summary: 'Submit a job result',
        description:
          'For agents: a report, plain or gzip. Results that are no longer needed are accepted and ignored.',
      },
    },
    async (request) => {
      if (!JOB_ID.test(request.params.id)) throw new AppError('not_found', 'Invalid job id');
      const { upload, params, body } = request;
      upload?.hold(); // the client may go away while its report is stored
      try {
        await hub.acceptResult(callerOf(request).hostId, params.id, body);
      } finally {
        upload?.release();
      }
    },
  );
}

/** Rejects like the login: a wrong token in the body is one too. */
async function refuse(
  logins: LoginRefusal,
  request: FastifyRequest,
  error: unknown,
): Promise<never> {
  if (!isUnauthorized(error)) throw error;
  return new Promise((_resolve, reject) => {
    logins.refuse(request, 'agent', { error, done: reject });
  });
}

const isUnauthorized = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unauthorized';

const unauthorized = (): AppError =>
  new AppError('unauthorized', "Requires an installed agent's token");

function callerOf({ agent }: FastifyRequest): AgentCaller {
  if (!agent) throw unauthorized();
  return agent;
}

function signIn(hub: LiveHub, request: FastifyRequest, token: string): void {
  request.agent = hub.authenticate(token);
  if (!request.agent) throw unauthorized();
  hub.limits.countRequest(request.agent.hostId);
}

/** Ends the upload with the response, or when the connection closes before. */
function trackUpload(request: FastifyRequest, upload: Upload): void {
  const { socket } = request.raw;
  const end = (): void => {
    socket.off('close', end);
    request.endUpload = undefined;
    upload.release();
  };
  request.upload = upload;
  request.endUpload = end;
  socket.once('close', end);
}

function errorOf(work: () => void): Error | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

async function readBody(
  { hub, queue }: { hub: LiveHub; queue: PeerQueue },
  request: FastifyRequest,
  payload: Readable,
): Promise<Buffer> {
  const authentication = bodyAuthentication(hub, request);
  const { id } = request.params as { id?: string };
  if (id === undefined)
    return readAgentBody(payload, { maxBytes: MAX_POLL_BYTES, ...authentication });
  return readAgentBody(payload, {
    maxBytes: MAX_RESULT_BYTES,
    maxPackedBytes: MAX_PACKED_RESULT_BYTES,
    queue,
    reserve: (bytes) => request.upload?.reserve(bytes),
    shouldKeep: () => {
      const { hostId } = callerOf(request);
      trackUpload(request, hub.limits.startUpload(hostId));
      return hub.isPendingJob(hostId, id);
    },
    ...authentication,
  });
}

/** The wget of BusyBox can send its token only in the body. */
function bodyAuthentication(
  hub: LiveHub,
  request: FastifyRequest,
): Pick<BodyOptions, 'authenticate'> {
  if (request.agent) return {};
  return {
    authenticate: (token) => signIn(hub, request, token),
  };
}
