import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { parseJsonBody, UnreachableError } from './http-client.js';
import { pinnedTls } from './pinned-https.js';

export interface Upload {
  method: string;
  headers: Record<string, string>;
  body: Readable;
  signal?: AbortSignal;
  trust?: string;
}

/**
 * Sends a stream, and reads an answer with JSON; `body` is undefined when it holds none. The answer may take as long as it takes. Throws UnreachableError, or what `signal` was aborted with.
 * @param upload `trust`: PEM of a certificate that is trusted beside those of public authorities
 */
export function uploadHttp(
  url: string,
  { method, headers, body, signal, trust }: Upload,
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
    const asked = (url.startsWith('https:') ? requestHttps : requestHttp)(
      url,
      options,
      (answer) => {
        body.unpipe(asked); // it may have refused before it read all
        textOf(answer).then(
          (text) => resolve({ status: answer.statusCode ?? 0, body: parseJsonBody(text) }),
          reject,
        );
      },
    );
    const failed = (error: Error): void => {
      body.destroy();
      asked.destroy();
      reject(signal?.aborted ? error : new UnreachableError(error.message));
    };
    asked.on('error', failed);
    body.on('error', failed);
    body.pipe(asked);
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
