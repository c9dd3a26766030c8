import type {
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import { createChangeCounter } from '../../database/change-counter.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { App } from '../zod.js';

/** The state that decides about the responses of tagged routes, beside their URL. */
export interface TaggedState {
  /** the connection that writes */
  sqlite: Sqlite;
  /** the version of the vulnerability database */
  generation: () => number;
  /** a text that no other run of the service has */
  run: string;
}

/**
 * Adds entity tags (RFC 9110, 8.8.3) to routes with `tagged`: a client that has the newest response gets 304 at once,
 * and nothing is read. The tag is the number of rows that were ever written, so any change renews all tags. It is taken
 * before the response is read: a response is never older than its tag. Inside a transaction, responses have no tag.
 */
export function addEntityTags(app: App, state: TaggedState): void {
  const currentTag = createTag(state);
  const tags = new WeakMap<FastifyRequest, string>();
  const check: preHandlerHookHandler = (request, reply, done) => {
    const { tagged } = request.routeOptions.config;
    const isTagged =
      typeof tagged === 'function' ? tagged(request.query as object) : tagged === true;
    const tag = isTagged ? currentTag() : null;
    if (tag === null) return done();
    tags.set(request, tag);
    if (isKnown(request.headers['if-none-match'], tag)) void reply.code(304).send();
    else done();
  };
  const send: onSendHookHandler = (request, reply, payload, done) => {
    addTag(reply, tags.get(request));
    done(null, payload);
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.tagged === undefined) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), check];
    route.onSend = [...[route.onSend ?? []].flat(), send];
  });
}

function createTag({ sqlite, generation, run }: TaggedState): () => string | null {
  const countChanges = createChangeCounter(sqlite);
  return () => {
    const changes = countChanges();
    return changes === undefined ? null : `W/"${run}-${changes}-${generation()}"`;
  };
}

function addTag(reply: FastifyReply, tag: string | undefined): void {
  const hasTag = tag !== undefined && (reply.statusCode === 200 || reply.statusCode === 304);
  if (hasTag) void reply.header('etag', tag);
}

/**
 * Whether a header If-None-Match names a tag; weak and strong tags are compared alike.
 * @internal
 */
export function isKnown(header: string | undefined, tag: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return header?.split(',').some((item) => opaque(item) === opaque(tag)) ?? false;
}
