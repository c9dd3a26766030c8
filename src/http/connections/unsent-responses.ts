import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { App } from '../zod.js';

export interface UnsentLimits {
  /** how long a client may read nothing of a response */
  stallMs: number;
  /** of all responses that are not sent yet */
  maxBytes: number;
  /** responses of one caller that are not sent yet */
  maxPerCaller: number;
  /** how long a response may wait for its reader, and longer by what the client read */
  patienceMs: number;
  /** bytes in a millisecond that a reader must take to get every response whole */
  minRate: number;
}

const LIMITS: UnsentLimits = {
  stallMs: 30_000,
  maxBytes: 64 << 20,
  maxPerCaller: 256,
  patienceMs: 120_000,
  minRate: 16.384, // 16 KiB a second
};
const MAX_SAMPLE_MS = 5000;
/** Of a stream, whose length is not known: it waits for its reader with about as much. */
const STREAM_BYTES = 256 * 1024;

interface Unsent {
  raw: ServerResponse;
  caller: string;
  bytes: number;
  /** bytes that its connection had written before */
  writtenBefore: number;
  /** how long the connection had something to send, as the samples saw it */
  waitedMs: number;
}

/**
 * Ends connections whose client does not read its responses: after 30 s without progress, after two minutes of
 * reading slower than 16 KiB a second, or when more waits than there is memory for. Then the caller for whom most waits
 * loses the oldest.
 */
export function addUnsentLimits(app: App, options: Partial<UnsentLimits> = {}): void {
  const limits = { ...LIMITS, ...options };
  const unsent = createUnsent(limits);
  const endStalled = (socket: Socket): void => {
    if (socket.writableLength > 0) socket.destroy(); // otherwise the service has nothing to send yet
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = reply;
    // None, or another one, if a command calls the service in its own process.
    const { socket } = raw;
    const entry: Unsent = {
      raw,
      caller: callerOf(request),
      bytes: sizeOf(payload),
      writtenBefore: socket?.bytesWritten ?? 0,
      waitedMs: 0,
    };
    raw.on('timeout', endStalled);
    if (socket && 'setTimeout' in socket) socket.setTimeout(limits.stallMs);
    raw.once('close', () => unsent.remove(entry));
    unsent.add(entry);
    done(null, payload);
  });
  const sampleMs = Math.min(MAX_SAMPLE_MS, limits.patienceMs / 2);
  const timer = setInterval(() => unsent.endSlow(sampleMs), sampleMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Keeps what is not sent yet below the limits. */
function createUnsent({ maxBytes, maxPerCaller, patienceMs, minRate }: UnsentLimits) {
  const entries = new Set<Unsent>(); // oldest first
  const callers = new Map<string, { count: number; bytes: number }>();
  let total = 0;

  function count({ caller, bytes }: Unsent, sign: 1 | -1): void {
    const sum = callers.get(caller) ?? { count: 0, bytes: 0 };
    sum.count += sign;
    sum.bytes += sign * bytes;
    total += sign * bytes;
    if (sum.count > 0) callers.set(caller, sum);
    else callers.delete(caller);
  }
  function remove(entry: Unsent): void {
    if (entries.delete(entry)) count(entry, -1);
  }
  function dropOldest(caller: string): void {
    for (const entry of entries) {
      if (entry.caller !== caller) continue;
      remove(entry);
      entry.raw.destroy();
      return;
    }
  }
  return {
    remove,
    /** Ends what waits for too slow a reader. A response that the service has yet to write does not wait. */
    endSlow(sampleMs: number): void {
      for (const entry of entries) {
        const { socket } = entry.raw;
        if (!socket || socket.writableLength === 0) continue;
        entry.waitedMs += sampleMs;
        const allowedMs = patienceMs + (socket.bytesWritten - entry.writtenBefore) / minRate;
        if (entry.waitedMs > allowedMs) entry.raw.destroy();
      }
    },
    add(entry: Unsent): void {
      entries.add(entry);
      count(entry, 1);
      if ((callers.get(entry.caller)?.count ?? 0) > maxPerCaller) dropOldest(entry.caller);
      while (total > maxBytes && entries.size > 1) dropOldest(largestOf(callers));
    },
  };
}

function largestOf(callers: ReadonlyMap<string, { bytes: number }>): string {
  let found = { caller: '', bytes: -1 };
  for (const [caller, { bytes }] of callers) if (bytes > found.bytes) found = { caller, bytes };
  return found.caller;
}

const callerOf = ({ caller, ip }: FastifyRequest): string =>
  caller ? `token ${caller.id}` : `address ${ip}`;

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload === null || payload === undefined ? 0 : STREAM_BYTES;
}
