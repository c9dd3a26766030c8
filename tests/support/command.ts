import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Client } from '../../src/commands/client/types.js';
import { USER_AGENT } from '../../src/commands/client/client.http.js';
import type { Io } from '../../src/commands/output/io.js';
import type { TestApp } from './app.js';

/** Returns streams that collect the output of a command, and a way to interrupt it. */
export function testIo(): Io & { out(): string; err(): string; interrupt(): void } {
  const controller = new AbortController();
  const collect = () => {
    const stream = new PassThrough();
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    return { stream, text: () => text };
  };
  const out = collect();
  const err = collect();
  return {
    stdout: out.stream,
    stderr: err.stream,
    signal: controller.signal,
    out: out.text,
    err: err.text,
    interrupt: () => controller.abort(),
  };
}

/** Returns a client of the test's service. */
export const createTestClient = (app: TestApp): Client => ({
  request: (method, path, body) =>
    app.call(method, path, body, { headers: { 'user-agent': USER_AGENT } }),
  upload: async (method, path, body) =>
    app.call(method, path, await buffer(body), {
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/octet-stream' },
    }),
  close: async () => undefined,
});
