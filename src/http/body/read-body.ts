import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.js';
import { parseJsonText } from '../../lib/json.js';
import { validationFailed } from '../zod.js';

/** Requests have some dozen different keys. Records of zod drop `__proto__` silently, and no resource has it. */
const LIMITS = { maxKeys: 1000, forbiddenKey: '__proto__' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON of a request body. An empty body is `undefined`: clients send DELETE with a content
 * type and without a body. Throws AppError `malformed_json`.
 */
export function decodeJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new AppError('malformed_json', 'Request body is not valid UTF-8');
  }
  try {
    return parseJsonText(text, LIMITS);
  } catch (error) {
    throw new AppError('malformed_json', `Request body is ${(error as Error).message}`);
  }
}

/** Accepts JSON bodies only. GET may have one: the template list takes its filters from it. */
export function addJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, decodeJsonBody(body as Buffer));
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
