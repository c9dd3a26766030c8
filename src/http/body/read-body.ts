import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.js';
import { AppError } from '../../errors.js';
import { parseJsonText } from '../../lib/json.js';
import { validationFailed } from '../zod.js';

/** Requests have some dozen different keys. Records of zod drop `__proto__` silently, and no resource has it. */
const LIMITS = { maxKeys: 1000, forbiddenKey: '__proto__' };
/** A request with 10,000 hosts has some 70,000. */
const MAX_PARTS = 250_000;
/** More than the fields of a host in a list. */
const PARTS_OF_HOST = 25;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON of a request body. An empty body is `undefined`: clients send DELETE with a content
 * type and without a body. Throws AppError `malformed_json`.
 * @param maxParts objects, arrays and strings that it may have; default: no limit
 */
export function decodeJsonBody(bytes: Uint8Array, maxParts = Infinity): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new AppError('malformed_json', 'Request body is not valid UTF-8');
  }
  try {
    return parseJsonText(text, { ...LIMITS, maxParts });
  } catch (error) {
    throw new AppError('malformed_json', `Request body is ${(error as Error).message}`);
  }
}

/** Accepts JSON bodies only. GET may have one: the template list takes its filters from it. */
export function addJsonBodies(
  app: FastifyInstance,
  { MAX_HOSTS_PER_REQUEST: hosts }: Pick<Config, 'MAX_HOSTS_PER_REQUEST'>,
): void {
  const maxParts = Math.max(MAX_PARTS, PARTS_OF_HOST * hosts);
  app.removeAllContentTypeParsers();
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, decodeJsonBody(body as Buffer, maxParts));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Hook `preValidation`: a body that is `null` is a 400. None at all is left to the schema of the route. */
export function rejectNull(
  { body }: FastifyRequest,
  _reply: unknown,
  done: (error?: Error) => void,
): void {
  const error = { in: 'body', path: '', message: 'must be an object' } as const;
  done(body === null ? validationFailed([error]) : undefined);
}
