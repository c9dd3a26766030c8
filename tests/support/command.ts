import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Client } from '../../src/commands/client/client.js';
import { USER_AGENT } from '../../src/commands/client/client.http.js';
import type { Io } from '../../src/commands/output/io.js';
import type { TestApp } from './app.js';

/** Streams that keep what a command wrote, and the means to interrupt it. */
export function testIo(): Io & { out(): string; err(): string; interrupt(): void } {
  const controller = new AbortController();
  const kept = () => {
    const stream = new PassThrough();
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    return { stream, text: () => text };
  };
  const [out, err] = [kept(), kept()];
  return {
    stdout: out.stream,
    stderr: err.stream,
    signal: controller.signal,
    out: out.text,
    err: err.text,
    interrupt: () => controller.abort(),
  };
}

/** A client that asks the test's own service. */
export const clientOf = (app: TestApp): Client => ({
  request: (method, path, body) =>
    app.call(method, path, body, { headers: { 'user-agent': USER_AGENT } }),
  upload: async (method, path, body) =>
    app.call(method, path, await buffer(body), {
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/octet-stream' },
    }),
  close: async () => undefined,
});
