import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toYaml } from './yaml.js';

/** The bytes of a document, as they are sent. */
interface SentText {
  type: string;
  bytes: Buffer;
  etag: string;
}

/** The OpenAPI document. Anyone may request it, so its bytes are created once, at the first request. */
export interface ApiDocument {
  json: () => SentText;
  yaml: () => SentText;
}

/** Where `npm run build` writes the document: describing all routes takes a fifth of a second. */
const BUILT = new URL('../../openapi.json', import.meta.url);

/**
 * Returns the document of the build, or of `describe` where nothing was built.
 * @param describe builds the document
 */
export function createApiDocument(
  describe: () => Record<string, unknown>,
  built = BUILT,
): ApiDocument {
  const json = once(() =>
    sentText(
      'application/json; charset=utf-8',
      existsSync(built) ? readFileSync(built) : Buffer.from(JSON.stringify(describe())),
    ),
  );
  const yaml = once(() => {
    const value: unknown = JSON.parse(json().bytes.toString());
    return sentText('application/x-yaml; charset=utf-8', Buffer.from(toYaml(value)));
  });
  return { json, yaml };
}

function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

function sentText(type: string, bytes: Buffer): SentText {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { type, bytes, etag: `"${hash.slice(0, 22)}"` };
}

/** Sends the document, or 304 to a client that has it. */
export function sendDocument(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { type, bytes, etag }: SentText,
): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag) === true) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
