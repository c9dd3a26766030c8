import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from '../net/address-guard.js';
import { resolveName } from '../net/resolver.js';

/** An HTTP request to a server that is not trusted. */
export interface GuardedRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
  guard: AddressGuard;
  signal: AbortSignal;
  /** Called with the status as soon as it has arrived, before the body. */
  onStatus?: (status: number) => void;
}

/** An answer. `text`: the first 16 KiB of its body. `retryAfter`: seconds, or null. */
export interface GuardedAnswer {
  status: number;
  text: string;
  location: string | null;
  retryAfter: number | null;
}

/** The address guard refused every address of the server. */
export class RefusedAddressError extends Error {}

const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_BODY_MS = 2000; // the status is known: the body is only shown to a person

/**
 * Sends a request and returns the answer. Connects only to addresses that the guard allows: the name is resolved once,
 * and the checked address is the one that is used. Redirects are not followed, proxies are not used. Rejects with
 * RefusedAddressError, the error of the system, or the reason of `signal`.
 */
export function exchangeGuarded(request: GuardedRequest): Promise<GuardedAnswer> {
  const { url, method, headers, body, guard, signal } = request;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const refusal = isIP(host) === 0 ? null : guard(host);
  if (refusal) return Promise.reject(new RefusedAddressError(refusal.detail));
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    agent: false,
    lookup: createGuardedLookup(guard),
  };
  return new Promise((resolve, reject) => {
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    let hasAnswer = false;
    const outgoing = send(url, options, (response) => {
      hasAnswer = true;
      request.onStatus?.(response.statusCode ?? 0);
      void readAnswer(response).then(resolve);
    });
    outgoing.on('error', (error) => {
      reject(signal.aborted ? (signal.reason as Error) : error);
    });
    // An upgrade (101) was not asked for: it closes the connection without an error.
    outgoing.on('close', () => {
      if (!hasAnswer) reject(new Error('the connection was closed without an answer'));
    });
    outgoing.end(body);
  });
}

/** Returns the addresses of a name that may be contacted. Rejects with RefusedAddressError without any. */
export async function resolveGuarded(name: string, guard: AddressGuard): Promise<string[]> {
  const found = isIP(name) === 0 ? await resolveName(name) : [name];
  const allowed = found.filter((address) => guard(address) === null);
  if (allowed.length > 0) return allowed;
  const [first] = found;
  const refusal = first === undefined ? null : guard(first);
  throw new RefusedAddressError(refusal?.detail ?? `${name} has no address`);
}

const createGuardedLookup =
  (guard: AddressGuard): LookupFunction =>
  (name, options, callback) => {
    resolveGuarded(name, guard).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all === true) callback(null, found);
        else callback(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, []);
      },
    );
  };

/** Reads the beginning of the body. Never rejects: a body that breaks off does not change the status. */
function readAnswer(response: IncomingMessage): Promise<GuardedAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(finish, MAX_BODY_MS);
    function finish(): void {
      clearTimeout(timer);
      response.destroy();
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString(),
        location: response.headers.location ?? null,
        retryAfter: Number(response.headers['retry-after'] ?? NaN) || null,
      });
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', finish);
    response.on('close', finish);
  });
}
