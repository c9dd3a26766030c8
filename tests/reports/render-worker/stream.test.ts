import { EventEmitter } from 'node:events';
import { text as whole } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { streamFromWorker } from '../../../src/reports/render-worker/stream.js';
import {
  CHUNKS_PER_TICK,
  MAX_CHUNKS_IN_FLIGHT,
  type FromRenderWorker,
  type RenderJob,
  type ToRenderWorker,
} from '../../../src/reports/render-worker/messages.js';

/** A thread that has its next piece ready the moment it may send it. */
function eagerMaker(pieces: number): Worker {
  const worker = new EventEmitter();
  const say = (message: FromRenderWorker): void => void worker.emit('message', message);
  const next = (): void => {
    if (pieces === 0) say({ kind: 'end' });
    if (pieces > 0) say({ kind: 'chunk', bytes: new Uint8Array(65_536).fill(0x61) });
    pieces -= 1;
  };
  const postMessage = ({ kind }: ToRenderWorker): void => {
    if (kind === 'chunk-taken') return queueMicrotask(next);
    queueMicrotask(() => {
      say({ kind: 'summary', lastTask: 7, worstNew: null });
      for (let i = 0; i < MAX_CHUNKS_IN_FLIGHT; i += 1) next();
    });
  };
  return Object.assign(worker, { postMessage }) as unknown as Worker;
}
const NEVER = new AbortController().signal;

describe('a text from a thread', () => {
  it('lets others be served between its pieces, however fast both sides are', async () => {
    const { text } = await streamFromWorker(eagerMaker(200), {} as RenderJob, NEVER, 60_000).made;
    let [inTurn, most, all] = [0, 0, 0];
    const tick = (): void => {
      most = Math.max(most, inTurn);
      inTurn = 0;
      if (all < 200) setImmediate(tick);
    };
    setImmediate(tick);
    const sink = new Writable({
      highWaterMark: 1 << 30,
      write: (_piece, _encoding, done) => {
        inTurn += 1;
        all += 1;
        done();
      },
    });
    await new Promise((resolve) => text.pipe(sink).on('finish', resolve));
    expect(all).toBe(200);
    expect(Math.max(most, inTurn)).toBeLessThanOrEqual(CHUNKS_PER_TICK);
  });

  it('is whole', async () => {
    const { made, ended } = streamFromWorker(eagerMaker(50), {} as RenderJob, NEVER, 60_000);
    expect((await whole((await made).text)).length).toBe(50 * 65_536);
    expect(await ended).toBe(true);
  });
});
