import type { Readable } from 'node:stream';
import { requestJson, UnreachableError } from '../../platform/http/http-client.js';
import { uploadStream } from '../../platform/http/http-upload.js';
import { VERSION } from '../../version.js';
import { CommandError } from '../output/errors.js';
import { sleep } from '../output/io.js';
import type { ApiResponse, Client } from './types.js';

/** The service records by it that the command line started a task. */
export const USER_AGENT = `hostwarden-cli/${VERSION}`;

/** Returns the `Last-Modified` header of an upload (RFC 9110, 8.8.2). */
export const modifiedHeader = (modified: Date | null | undefined): Record<string, string> =>
  modified ? { 'last-modified': modified.toUTCString() } : {};

const MAX_RETRY_SECONDS = 60;

/**
 * @param hint advice for a token that is not accepted
 * @param trust PEM of a certificate to trust, in addition to those of public authorities
 */
export function httpClient(url: string, token: string, hint: string, trust?: string): Client {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT };
  const fail = (error: unknown): never => {
    if (error instanceof UnreachableError)
      throw new CommandError(`The service at ${url} cannot be reached: ${error.message}`);
    throw error;
  };
  const requireAccepted = (response: ApiResponse): ApiResponse => {
    if (response.status === 401)
      throw new CommandError(`The service at ${url} does not accept the token; ${hint}`, 2);
    return response;
  };
  async function request(method: string, path: string, body?: unknown) {
    const response = await requestJson(url + path, { method, headers, body, trust }).catch(fail);
    requireAccepted(response);
    const { status, retryAfter } = response;
    if (status !== 429 || retryAfter === null || retryAfter > MAX_RETRY_SECONDS) return response;
    await sleep(retryAfter * 1000);
    return request(method, path, body);
  }
  async function upload(method: string, path: string, body: Readable, modified?: Date | null) {
    const response = await uploadStream(url + path, {
      method,
      headers: { ...headers, ...modifiedHeader(modified) },
      body,
      ...(trust !== undefined && { trust }),
    }).catch(fail);
    return requireAccepted(response);
  }
  return {
    service: { url, token, trust, hint },
    request,
    upload,
    close: async () => undefined,
  };
}

/** Returns the base URL of the option `--url`. Throws CommandError. */
export function parseServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandError(
      `--url must be a URL like http://127.0.0.1:8700, not ${JSON.stringify(text)}`,
      2,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
