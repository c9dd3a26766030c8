import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, ERRORS, type ErrorCode } from '../errors.js';

/** A problem document (RFC 9457). */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    request_id: z.string(),
    errors: z
      .array(
        z.object({ in: z.enum(['body', 'query', 'path']), path: z.string(), message: z.string() }),
      )
      .optional(),
    conflict: z.object({ id: z.int() }).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

export function toProblem(error: AppError, requestId: string): Problem {
  const [status, title] = ERRORS[error.code];
  const { errors, conflict } = error.extras;
  return {
    type: 'about:blank',
    title,
    status,
    detail: error.detail,
    code: error.code,
    request_id: requestId,
    ...(errors && { errors }),
    ...(conflict && { conflict }),
  };
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'malformed_http',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found', // ids are shorter
};
const STORAGE_CODES: readonly (readonly [string, ErrorCode, string])[] = [
  ['SQLITE_BUSY', 'database_busy', 'Database is locked by another process; try again'],
  ['SQLITE_FULL', 'disk_full', 'Nothing was changed: no space left on the disk'],
  ['SQLITE_IOERR_WRITE', 'disk_full', 'Nothing was changed: the disk could not be written'],
  ['SQLITE_READONLY', 'database_unavailable', 'Nothing was changed: the database is read-only'],
  ['SQLITE_IOERR', 'database_unavailable', 'I/O error on the disk of the data directory'],
  ['SQLITE_CANTOPEN', 'database_unavailable', 'A database file cannot be opened'],
  ['ENOSPC', 'disk_full', 'Nothing was changed: no space left on the disk'],
  ['EDQUOT', 'disk_full', 'Nothing was changed: the quota of the disk is exhausted'],
];

/**
 * Converts any thrown value to the error of the response. Only messages of an AppError are exposed.
 * @internal
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode, message } = error as Partial<FastifyError>;
  const known = FASTIFY_CODES[code];
  if (known)
    return new AppError(
      known,
      known === 'body_too_large'
        ? 'Request body exceeds the limit: 64 KiB, or BODY_LIMIT_BYTES where lists are accepted'
        : (message ?? '').slice(0, 200),
    );
  const storage = STORAGE_CODES.find(([prefix]) => code.startsWith(prefix));
  if (storage) return new AppError(storage[1], storage[2]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('malformed_http', (message ?? 'Malformed HTTP request').slice(0, 200));
  return new AppError('internal', 'The error was logged under this request id');
}

function sendProblem(reply: FastifyReply, error: AppError, requestId: string): FastifyReply {
  if (error.status === 401) void reply.header('www-authenticate', 'Bearer realm="hostwarden"');
  if (error.extras.headers) void reply.headers(error.extras.headers);
  return reply
    .header('x-request-id', requestId)
    .code(error.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(toProblem(error, requestId)));
}

const EXPECTED: ReadonlySet<ErrorCode> = new Set(['shutting_down', 'not_ready']);

/** The error handler of all routes. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error);
  if (known.status >= 500 && !EXPECTED.has(known.code))
    request.log.error(
      { err: error, reqId: request.id },
      known.code === 'internal' ? 'request failed' : known.detail,
    );
  void sendProblem(reply, known, request.id);
}
