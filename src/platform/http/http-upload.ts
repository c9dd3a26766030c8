import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { parseJson, UnreachableError } from './http-client.js';
import { pinnedTls } from './pinned-https.js';

export interface HttpUpload {
  method: string;
  headers: Record<string, string>;
  body: Readable;
  signal?: AbortSignal;
  trust?: string;
}

/**
 * Uploads a stream and reads a JSON response; `body` is undefined when the response is not JSON.
 * There is no time limit for the response. Throws UnreachableError, or the reason of `signal`.
 * @param upload `trust`: PEM of a certificate that is trusted in addition to public authorities
 */
export function uploadStream(
  url: string,
  { method, headers, body, signal, trust }: HttpUpload,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        'content-type': 'application/octet-stream',
      },
      signal,
      ...(trust !== undefined && pinnedTls(trust)),
    };
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(
      url,
      options,
      (response) => {
        body.unpipe(request); // the service may refuse before it has read everything
        readText(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, body: parseJson(text) }),
          reject,
        );
      },
    );
    const fail = (error: Error): void => {
      body.destroy();
      request.destroy();
      reject(signal?.aborted ? error : new UnreachableError(error.message));
    };
    request.on('error', fail);
    body.on('error', fail);
    body.pipe(request);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
