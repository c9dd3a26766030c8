import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON of a request body; an empty body is `undefined` (DELETE with a content type and nothing else must work). */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new AppError('malformed_json', 'The body is not UTF-8');
  }
  try {
    return JSON.parse(text, MAY_BE_PROTO.test(text) ? refuseProto : undefined) as unknown;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'malformed_json',
      `The body is not JSON: ${shortened((error as Error).message)}`,
    );
  }
}

// Records would drop this key in silence, and no resource has it.
const MAY_BE_PROTO = /__proto__|\\u005f/i;
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__')
    throw new AppError('malformed_json', 'The key __proto__ is not accepted');
  return value;
}

// V8 quotes the text around the fault, which may be long and may hold anything.
const shortened = (message: string): string =>
  message.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 200);

/** JSON is the only body there is; GET may have one (the template list takes its filters so). */
export function addJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}
