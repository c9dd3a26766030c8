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

/** No answer came. The message is the reason in short: `connection refused`. */
export class UnreachableError extends Error {}

const TIMEOUT_MS = 60_000;

const FAILURE_TEXTS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no address is known for its name',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to it',
  ENETUNREACH: 'no route to it',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_SOCKET: 'it closed the connection',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of its own making; NODE_EXTRA_CA_CERTS can name a file with what to trust: tls-root.pem of its data folder',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed; NODE_EXTRA_CA_CERTS can name a file with it',
};

/**
 * One HTTP exchange with JSON on both sides; `body` is undefined when the answer holds no JSON. Redirects are not followed: the
 * token must not travel to another address. `retryAfter` is in seconds. Throws UnreachableError, or what `signal` was aborted with.
 * @param trust in the question: PEM of a certificate that is trusted beside those of public authorities
 */
export async function requestJson(
  url: string,
  { method, headers, body, signal, trust }: JsonRequestOptions,
): Promise<HttpResponse> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
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
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    const response =
      trust === undefined
        ? await exchangeByFetch(url, exchange)
        : await exchangePinned(trust, url, exchange);
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

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureText(error: unknown): string {
  const { name, message, code, cause } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
  };
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  return FAILURE_TEXTS[cause?.code ?? code ?? ''] ?? cause?.message ?? message;
}
