/** Every error code of the API with its HTTP status and title, as documented in docs/errors.md. */
export const ERRORS = {
  malformed_http: [400, 'Malformed HTTP request'],
  malformed_json: [400, 'Request body is not valid JSON'],
  validation_failed: [400, 'Invalid request'],
  unauthorized: [401, 'Authentication required'],
  credential_not_allowed: [403, 'Credential may not be used on this host'],
  forbidden: [403, 'Insufficient role'],
  not_found: [404, 'Resource not found'],
  route_not_found: [404, 'Route not found'],
  method_not_allowed: [405, 'Method not allowed'],
  conflict: [409, 'Conflict with existing data'],
  name_taken: [409, 'Name already in use'],
  ip_taken: [409, 'IP address already assigned to another host'],
  task_finished: [409, 'Task already finished'],
  task_working: [409, 'Task still running'],
  no_schedule: [409, 'Template has no schedule'],
  operation_working: [409, 'An agent operation is already running on this host'],
  credential_in_use: [409, 'Credential is in use by an operation'],
  upload_working: [409, 'Another upload of this host is in progress'],
  selection_changed: [409, 'Another number of hosts matches than expected'],
  own_token: [409, 'A token cannot revoke itself'],
  body_too_large: [413, 'Request body too large'],
  unsupported_media_type: [415, 'Unsupported media type; expected application/json'],
  unknown_reference: [422, 'Referenced resource not found'],
  acceptance_too_wide: [422, 'Acceptance does not say what it covers'],
  vex_not_understood: [422, 'Not a VEX document'],
  credential_mismatch: [422, 'Credential type does not match the operating system'],
  credential_type_fixed: [422, 'Credential type is immutable'],
  key_unreadable: [422, 'Private key cannot be read'],
  passphrase_missing: [422, 'Private key needs a passphrase'],
  passphrase_wrong: [422, 'Passphrase is wrong'],
  certificate_unreadable: [422, 'Certificate cannot be read'],
  certificate_of_another_key: [422, 'Certificate is of another key'],
  certificate_expired: [422, 'Certificate has expired'],
  nothing_readable: [422, 'Report contains no readable section'],
  unsupported_format: [422, 'Unrecognized feed format or version'],
  feed_damaged: [422, 'File is corrupt'],
  feed_too_large: [422, 'File exceeds the decompressed size limit'],
  feed_not_understood: [422, 'Most records could not be parsed'],
  no_hosts: [422, 'Template has no hosts'],
  too_many_hosts: [422, 'Too many hosts'],
  type_fixed: [422, 'Template type is immutable'],
  upgrade_required: [426, 'WebSocket upgrade required'],
  rate_limited: [429, 'Too many requests'],
  internal: [500, 'Internal server error'],
  database_busy: [503, 'Database busy'],
  database_unavailable: [503, 'Database unavailable'],
  disk_full: [507, 'Disk full'],
  shutting_down: [503, 'Service is shutting down'],
  not_ready: [503, 'Service is not ready'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field of a request. `path` is a JSON pointer (RFC 6901). */
export interface FieldError {
  in: 'body' | 'query' | 'path';
  path: string;
  message: string;
}

export interface ErrorExtras {
  errors?: FieldError[];
  /** the other resource that a request conflicts with */
  conflict?: { id: number };
  headers?: Record<string, string>;
}

/**
 * An error for the client: code, status and one sentence. Any other error becomes a 500 without its
 * message.
 */
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

/** Returns the 404 for an id in the path. `resource` is lower case: `host`. */
export const notFound = (resource: string, id: number): AppError =>
  new AppError('not_found', notFoundText(resource, [id]));

/** Returns the 409 for a name that another resource has. `resource` is lower case: `host`. */
export const nameTaken = (resource: string, id: number): AppError =>
  new AppError('name_taken', `Name already in use by ${resource} ${id}`, { conflict: { id } });

/** Returns the 422 for ids in the body that do not exist; `path` is a JSON pointer. */
export function unknownReference(resource: string, path: string, ids: readonly number[]): AppError {
  const detail = notFoundText(resource, ids);
  return new AppError('unknown_reference', detail, {
    errors: [{ in: 'body', path, message: detail }],
  });
}

/** Returns the 404 of a bulk delete with unknown ids: nothing was deleted. */
export function unknownIds(resource: string, ids: readonly number[], path = '/ids'): AppError {
  const { detail, extras } = unknownReference(resource, path, ids);
  return new AppError('not_found', `${detail}; nothing was deleted`, extras);
}

const MAX_LISTED_IDS = 20;

function notFoundText(resource: string, ids: readonly number[]): string {
  const name = `${resource.charAt(0).toUpperCase()}${resource.slice(1)}${ids.length === 1 ? '' : 's'}`;
  const listed = ids.slice(0, MAX_LISTED_IDS).join(', ');
  const others = ids.length > MAX_LISTED_IDS ? ` and ${ids.length - MAX_LISTED_IDS} more` : '';
  return `${name} ${listed}${others} not found`;
}
