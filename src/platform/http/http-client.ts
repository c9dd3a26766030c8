import { withTimeLimit } from '../../lib/abort/time-limit.js';
import { parseJsonText } from '../../lib/json.js';
import { connectionFailureText } from './connection-failure.js';
import { exchangePinned, type HttpExchange, type HttpExchangeResult } from './pinned-https.js';

export interface HttpResponse extends HttpExchangeResult {
  body: unknown;
  retryAfter: number | null;
}
export interface JsonRequestOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  trust?: string;
}

/** No response was received. The message is a short reason: `connection refused`. */
export class UnreachableError extends Error {}

const TIMEOUT_MS = 60_000;

/**
 * One HTTP exchange with JSON in both directions; `body` is undefined when the response is not
 * JSON. Redirects are not followed: the token must not be sent to another server. `retryAfter` is
 * in seconds. Throws UnreachableError, or the reason of `signal`.
 * @param trust in the options: PEM of a certificate that is trusted in addition to public
 *   authorities
 */
export async function requestJson(
  url: string,
  { method, headers, body, signal, trust }: JsonRequestOptions,
): Promise<HttpResponse> {
  try {
    const allHeaders = {
      ...headers,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const exchange = {
      method,
      headers: allHeaders,
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const response = await withTimeLimit(TIMEOUT_MS, signal, (limit) =>
      trust === undefined
        ? exchangeByFetch(url, { ...exchange, signal: limit.signal })
        : exchangePinned(trust, url, { ...exchange, signal: limit.signal }),
    );
    return {
      ...response,
      body: parseJson(response.text),
      retryAfter: Number(response.headers['retry-after'] ?? NaN) || null,
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw new UnreachableError(failureText(error));
  }
}

async function exchangeByFetch(
  url: string,
  { body, ...rest }: HttpExchange,
): Promise<HttpExchangeResult> {
  const response = await fetch(url, {
    ...rest,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return {
    status: response.status,
    text: await response.text(),
    headers: Object.fromEntries(response.headers),
  };
}

/** Parses JSON; undefined for JSON that is invalid or nested too deep. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

function failureText(error: unknown): string {
  const { name, message, code, cause } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
  };
  if (name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`;
  return connectionFailureText(cause?.code ?? code) ?? cause?.message ?? message;
}
