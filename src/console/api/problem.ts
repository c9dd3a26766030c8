/** A request that failed. `code` is that of the service, or `unreachable`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly requestId: string | null = null,
  ) {
    super(detail);
    this.name = 'ApiError';
  }
}

/** Returns the error of a response; `body` is a problem document (RFC 9457), or anything a proxy sent. */
export function toApiError(status: number, body: unknown): ApiError {
  const { code, detail, request_id, errors } = (body ?? {}) as Record<string, unknown>;
  const first = Array.isArray(errors) ? (errors[0] as Record<string, unknown>) : undefined;
  const field = first ? ` (${String(first.path)} ${String(first.message)})` : '';
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof detail === 'string' ? `${detail}${field}` : `The service answered with status ${status}`,
    typeof request_id === 'string' ? request_id : null,
  );
}

/** Returns the error of anything that was thrown by a request. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, 'unreachable', 'The service cannot be reached');
