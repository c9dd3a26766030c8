import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { NoContent } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { readAgentBody, type BodyOptions } from './agent.body.js';
import type { LiveHub } from './create-hub.js';
import { parseAgentVersion } from './poll.request.js';

declare module 'fastify' {
  interface FastifyRequest {
    agent: { hostId: number; tokenSha256: Buffer } | null;
  }
}

const MAX_RESULT = 32 << 20;
const MAX_POLL = 4096;
const tag = 'Agents';
const about = {
  role: 'public',
  tag,
  errors: ['unauthorized'],
  consumes: 'application/octet-stream',
} as const;
const Bytes = z
  .custom<Buffer>((value) => Buffer.isBuffer(value), 'a body is needed')
  .meta({ override: { type: 'string', format: 'binary' } });
const JobParams = z.object({ id: z.string() });
const JOB_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The addresses that agents call, under /agent/v1 (docs/agent-protocol.md). A token of an agent opens these alone, and for its own host. */
export function agentRoutes(app: App, { hub }: Pick<Context, 'hub'>): void {
  app.decorateRequest('agent', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers.authorization;
    if (header !== undefined)
      request.agent = hub.authenticate(/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
    done(header !== undefined && !request.agent ? unauthorized() : undefined);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/octet-stream',
    (request: FastifyRequest, payload: Readable) => readFor(hub, request, payload),
  );
  // Who shows no token at all is told so, whatever else is wrong with the request.
  app.addHook('preValidation', (request, _reply, done) =>
    done(request.agent ? undefined : unauthorized()),
  );
  app.addHook('onError', (_request, reply, _error, done) => {
    void reply.header('connection', 'close'); // the rest of a refused body is not read
    done();
  });

  app.post(
    '/poll',
    {
      schema: { body: Bytes, response: { 200: z.string() } },
      config: {
        ...about,
        answers: 'text/plain',
        summary: 'Ask for work',
        description:
          'For agents. Held until there is work, for a minute at most; answered with lines of text.',
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
      const gone = hub.poll({
        ...callerOf(request),
        version: parseAgentVersion(request.body),
        respond,
      });
      raw.once('close', gone);
    },
  );

  app.post(
    '/jobs/:id',
    {
      schema: { params: JobParams, body: Bytes, response: { 204: NoContent } },
      config: {
        ...about,
        errors: ['unauthorized', 'not_found'],
        summary: 'Bring the result of a job',
        description:
          'For agents: a report, plain or gzip. What is not wanted any more is taken and passed over.',
      },
    },
    async (request, reply) => {
      if (!JOB_ID.test(request.params.id))
        throw new AppError('not_found', 'This is no id of a job');
      await hub.acceptResult(callerOf(request).hostId, request.params.id, request.body);
      return reply.code(204).send();
    },
  );
}

const unauthorized = (): AppError =>
  new AppError('unauthorized', 'This needs the token of an agent that is installed');

function callerOf({ agent }: FastifyRequest): { hostId: number; tokenSha256: Buffer } {
  if (!agent) throw unauthorized();
  return agent;
}

function readFor(hub: LiveHub, request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { id } = request.params as { id?: string };
  if (id === undefined)
    return readAgentBody(payload, { maxBytes: MAX_POLL, ...admission(hub, request) });
  return readAgentBody(payload, {
    maxBytes: MAX_RESULT,
    shouldKeep: () => request.agent !== null && hub.isPendingJob(request.agent.hostId, id),
    ...admission(hub, request),
  });
}

// BusyBox's wget can show its token only in the body.
function admission(hub: LiveHub, request: FastifyRequest): Pick<BodyOptions, 'authenticate'> {
  if (request.agent) return {};
  return {
    authenticate: (token) => {
      request.agent = hub.authenticate(token);
      if (!request.agent) throw unauthorized();
    },
  };
}
