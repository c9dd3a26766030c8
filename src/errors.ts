/** Every error code of the interface with its HTTP status and title. Documented in docs/errors.md. */
export const ERRORS = {
  malformed_http: [400, 'This is no valid HTTP request'],
  malformed_json: [400, 'The body is not JSON'],
  validation_failed: [400, 'The request is not valid'],
  unauthorized: [401, 'A valid token is needed'],
  forbidden: [403, 'The role of this token does not allow this'],
  not_found: [404, 'There is no such resource'],
  route_not_found: [404, 'There is no such address'],
  method_not_allowed: [405, 'This address does not take this method'],
  conflict: [409, 'This collides with what is stored'],
  name_taken: [409, 'This name is taken'],
  ip_taken: [409, 'Another host has this address'],
  task_finished: [409, 'The task has finished'],
  task_working: [409, 'The task is still working'],
  no_schedule: [409, 'The template has no schedule'],
  operation_working: [409, 'An agent operation works on this host'],
  credential_in_use: [409, 'An operation works with this credential'],
  own_token: [409, 'A token cannot delete itself'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body must be JSON'],
  unknown_reference: [422, 'The request refers to what does not exist'],
  credential_mismatch: [422, 'This credential is not for this system'],
  nothing_readable: [422, 'Nothing in this report can be read'],
  unsupported_format: [422, 'This is no such feed, or a version of it that is not read'],
  feed_damaged: [422, 'The file is damaged'],
  feed_too_large: [422, 'The file is too large when unpacked'],
  feed_not_understood: [422, 'Most of the records are not understood'],
  no_hosts: [422, 'The template has no hosts'],
  too_many_hosts: [422, 'These are too many hosts'],
  type_fixed: [422, 'The type of a template cannot change'],
  upgrade_required: [426, 'This is a WebSocket'],
  rate_limited: [429, 'Too many requests'],
  internal: [500, 'Something went wrong'],
  database_busy: [503, 'The database is busy'],
  database_unavailable: [503, 'The database cannot be used'],
  disk_full: [507, 'The disk is full'],
  shutting_down: [503, 'The service is shutting down'],
  not_ready: [503, 'The service is not ready'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing that is wrong with a request. `path` is a JSON pointer (RFC 6901). */
export interface FieldError {
  in: 'body' | 'query' | 'path';
  path: string;
  message: string;
}

export interface ErrorExtras {
  errors?: FieldError[];
  /** another resource that is in the way */
  conflict?: { id: number };
  headers?: Record<string, string>;
}

/** An error that the caller is told about: its code, status and a sentence. Everything else is a 500 without words. */
export class AppError extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly extras: ErrorExtras = {},
  ) {
    super(detail);
    this.name = 'AppError';
    this.status = ERRORS[code][0];
  }
}

/** 404 for an id in the path. */
export const notFound = (what: string, id: number): AppError =>
  new AppError('not_found', `There is no ${what} ${id}`);

/** 422 for ids in a body that do not exist. */
export function unknownReference(what: string, path: string, ids: readonly number[]): AppError {
  const detail = `There is no ${what} ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ` and ${ids.length - 20} more` : ''}`;
  return new AppError('unknown_reference', detail, {
    errors: [{ in: 'body', path, message: detail }],
  });
}

/** 404 of a bulk delete: nothing was deleted, because these ids are unknown. */
export function unknownIds(what: string, ids: readonly number[], path = '/ids'): AppError {
  const { detail, extras } = unknownReference(what, path, ids);
  return new AppError('not_found', `${detail}; nothing was deleted`, extras);
}
