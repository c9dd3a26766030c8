export interface HttpAnswer { status: number; body: unknown; retryAfter: number | null }
export interface HttpQuestion { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal }

/** No answer came. The message is the reason in short: `connection refused`. */
export class UnreachableError extends Error {}

const PATIENCE_MS = 60_000;

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused', ENOTFOUND: 'no address is known for its name', EAI_AGAIN: 'its name cannot be looked up at the moment', ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to it', ENETUNREACH: 'no route to it', ETIMEDOUT: 'it does not answer', UND_ERR_CONNECT_TIMEOUT: 'it does not answer', UND_ERR_SOCKET: 'it closed the connection',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; NODE_EXTRA_CA_CERTS can name a file with it',
};

/**
 * One HTTP exchange with JSON on both sides; `body` is undefined when the answer holds no JSON. Redirects are not followed: the
 * token must not travel to another address. `retryAfter` is in seconds. Throws UnreachableError, or what `signal` was aborted with.
 */
export async function askHttp(url: string, { method, headers, body, signal }: HttpQuestion): Promise<HttpAnswer> {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await fetch(url, {
      method, redirect: 'manual', signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: { ...headers, accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: parseJson(text), retryAfter: Number(answer.headers.get('retry-after') ?? NaN) || null };
  } catch (error) {
    signal?.throwIfAborted();
    throw new UnreachableError(reasonOf(error));
  }
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`;
  return WORDS[cause?.code ?? ''] ?? cause?.message ?? message;
}
