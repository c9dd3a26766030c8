import type { Readable } from 'node:stream';
import { requestJson, UnreachableError } from '../../platform/http/http-client.js';
import { uploadStream } from '../../platform/http/http-upload.js';
import { VERSION } from '../../version.js';
import type { ApiResponse, Client } from './client.js';
import { CommandError, sleep } from '../output/io.js';

/** By this the service knows who started a task. */
export const USER_AGENT = `hostwarden-cli/${VERSION}`;

/** `Last-Modified` of what is sent (RFC 9110, 8.8.2). */
export const modifiedHeader = (modified: Date | null | undefined): Record<string, string> =>
  modified ? { 'last-modified': modified.toUTCString() } : {};

const LONGEST_WAIT = 60; // seconds

/**
 * @param hint what to do when the token is not accepted
 * @param trust PEM of a certificate that is trusted beside those of public authorities
 */
export function httpClient(url: string, token: string, hint: string, trust?: string): Client {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT };
  const failed = (error: unknown): never => {
    if (error instanceof UnreachableError)
      throw new CommandError(`The service at ${url} cannot be reached: ${error.message}`);
    throw error;
  };
  const checked = (answer: ApiResponse): ApiResponse => {
    if (answer.status === 401)
      throw new CommandError(`The service at ${url} does not accept the token; ${hint}`, 2);
    return answer;
  };
  async function request(method: string, path: string, body?: unknown) {
    const answer = await requestJson(url + path, { method, headers, body, trust }).catch(failed);
    checked(answer);
    if (answer.status !== 429 || answer.retryAfter === null || answer.retryAfter > LONGEST_WAIT)
      return answer;
    await sleep(answer.retryAfter * 1000);
    return request(method, path, body);
  }
  return {
    service: { url, token, trust, hint },
    request,
    upload: async (method: string, path: string, body: Readable, modified?: Date | null) =>
      checked(
        await uploadStream(url + path, {
          method,
          headers: { ...headers, ...modifiedHeader(modified) },
          body,
          ...(trust !== undefined && { trust }),
        }).catch(failed),
      ),
    close: async () => undefined,
  };
}
