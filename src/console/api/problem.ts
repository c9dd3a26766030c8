import { fieldWords, type RefusedField } from './field-words.js';

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
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof detail === 'string'
      ? withFields(detail, errors)
      : `The service answered with status ${status}`,
    typeof request_id === 'string' ? request_id : null,
  );
}

/** Returns what is wrong, with the first refused field in the words of the forms. */
function withFields(detail: string, errors: unknown): string {
  const [first, ...others] = Array.isArray(errors) ? errors.filter(isRefusedField) : [];
  if (!first) return detail;
  if (!detail.includes(first.message)) return `${detail} (${fieldWords(first)})`;
  return `${fieldWords(first)}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}

/** A proxy may answer with errors of another shape. */
const isRefusedField = (error: unknown): error is RefusedField => {
  const { path, message } = (error ?? {}) as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string';
};

/** Returns the error of anything that was thrown by a request. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, 'unreachable', 'The service cannot be reached');
