import { EventEmitter } from 'node:events';
import { text as whole } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fromThread } from '../../../src/reports/render-worker/stream.js';
import {
  IN_A_TURN,
  ON_THE_WAY,
  type FromMaker,
  type ReportJob,
  type ToMaker,
} from '../../../src/reports/render-worker/messages.js';

/** A thread that has its next piece ready the moment it may send it. */
function eagerMaker(pieces: number): Worker {
  const worker = new EventEmitter();
  const say = (message: FromMaker): void => void worker.emit('message', message);
  const next = (): void => {
    if (pieces === 0) say({ kind: 'end' });
    if (pieces > 0) say({ kind: 'piece', bytes: new Uint8Array(65_536).fill(0x61) });
    pieces -= 1;
  };
  const postMessage = ({ kind }: ToMaker): void => {
    if (kind === 'more') return queueMicrotask(next);
    queueMicrotask(() => {
      say({ kind: 'head', lastTask: 7, worstNew: null });
      for (let i = 0; i < ON_THE_WAY; i += 1) next();
    });
  };
  return Object.assign(worker, { postMessage }) as unknown as Worker;
}
const NEVER = new AbortController().signal;

describe('a text from a thread', () => {
  it('lets others be served between its pieces, however fast both sides are', async () => {
    const { text } = await fromThread(eagerMaker(200), {} as ReportJob, NEVER, 60_000).made;
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
    expect(Math.max(most, inTurn)).toBeLessThanOrEqual(IN_A_TURN);
  });

  it('is whole', async () => {
    const { made, ended } = fromThread(eagerMaker(50), {} as ReportJob, NEVER, 60_000);
    expect((await whole((await made).text)).length).toBe(50 * 65_536);
    expect(await ended).toBe(true);
  });
});
