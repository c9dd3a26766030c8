import { exchangePinned, type Exchange, type Exchanged } from './pinned-https.js';

export interface HttpResponse extends Exchanged {
  body: unknown;
  retryAfter: number | null;
}
export interface HttpQuestion {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  trust?: string;
}

/** No answer came. The message is the reason in short: `connection refused`. */
export class UnreachableError extends Error {}

const PATIENCE_MS = 60_000;

const WORDS: Record<string, string> = {
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
export async function askHttp(
  url: string,
  { method, headers, body, signal, trust }: HttpQuestion,
): Promise<HttpResponse> {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  try {
    const all = {
      ...headers,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const exchange = {
      method,
      headers: all,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    const answer =
      trust === undefined
        ? await exchangeFetching(url, exchange)
        : await exchangePinned(trust, url, exchange);
    return {
      ...answer,
      body: parseJsonBody(answer.text),
      retryAfter: Number(answer.headers['retry-after'] ?? NaN) || null,
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw new UnreachableError(reasonOf(error));
  }
}

async function exchangeFetching(url: string, { body, ...rest }: Exchange): Promise<Exchanged> {
  const answer = await fetch(url, {
    ...rest,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    headers: Object.fromEntries(answer.headers),
  };
}

/** The value of a JSON text; undefined when it is none. */
export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { name, message, code, cause } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
  };
  if (name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`;
  return WORDS[cause?.code ?? code ?? ''] ?? cause?.message ?? message;
}
