import type { Readable } from 'node:stream';
import { AppError } from '../../errors.js';
import { isGzip } from '../../inventory/report/report-format.js';
import type { PeerQueue } from '../../platform/net/peer-queue.js';

/** The token line must end within this many bytes. */
const MAX_TOKEN_LINE = 300;

export interface BodyOptions {
  maxBytes: number;
  /** the limit of a gzip body, which becomes many times as large; default: `maxBytes` */
  maxPackedBytes?: number;
  /** where each chunk after the first waits; default: chunks are read as they arrive */
  queue?: PeerQueue;
  /** called with the number of bytes that are about to be kept. Throws AppError if there is no memory for them */
  reserve?: (bytes: number) => void;
  /** whether the body is needed; otherwise it is read and discarded. Called once the agent is authenticated */
  shouldKeep?: () => boolean;
  /**
   * set if no header carried the token: receives the token of the first line. Throws AppError if it is
   * invalid
   */
  authenticate?: (token: string) => void;
}

/**
 * Reads the body of an agent's request, without its token line. A rejected body is not read any
 * further: rejects with `body_too_large`, `malformed_http`, or the error that `authenticate` throws.
 */
export function readAgentBody(payload: Readable, options: BodyOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = createBodyCollector(options);
    let isReading = true;
    const fail = (error: Error): void => {
      isReading = false;
      payload.off('data', onData);
      payload.pause();
      body.clear(); // the listeners live as long as the connection
      reject(error);
    };
    const guarded = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error as Error);
      }
    };
    const onData = (chunk: Buffer): void => {
      if (options.queue) payload.pause();
      options.queue?.add(() => {
        if (isReading) payload.resume();
      });
      guarded(() => body.add(chunk));
    };
    const onClose = (): void => fail(new AppError('malformed_http', 'Body is truncated'));
    payload.on('data', onData);
    payload.once('error', onClose); // the agent broke off
    payload.once('close', onClose);
    payload.once('end', () =>
      guarded(() => {
        payload.off('close', onClose);
        resolve(body.end());
      }),
    );
  });
}

function createBodyCollector({
  maxBytes,
  maxPackedBytes = maxBytes,
  reserve = () => undefined,
  shouldKeep = () => true,
  authenticate,
}: BodyOptions) {
  const chunks: Buffer[] = [];
  let size = 0;
  /**
   * the start of the body until its token line is complete; null afterwards, or if a header carried the
   * token
   */
  let head: Buffer | null = authenticate ? Buffer.alloc(0) : null;
  let isKept = head === null && shouldKeep();

  function parseHead(isEnd: boolean): void {
    const line = head && parseTokenLine(head, isEnd);
    if (!head || line === null) return;
    authenticate?.(line.token);
    isKept = shouldKeep();
    if (isKept) keep(head.subarray(line.length));
    head = null;
  }

  function keep(chunk: Buffer): void {
    reserve(chunk.length);
    chunks.push(chunk);
  }

  const requireAtMost = (limit: number): void => {
    if (size > limit) throw new AppError('body_too_large', `Body exceeds ${limit} bytes`);
  };

  return {
    add(chunk: Buffer): void {
      size += chunk.length;
      if (head) head = Buffer.concat([head, chunk]);
      else if (isKept) keep(chunk);
      parseHead(false); // a wrong token comes before a wrong size
      requireAtMost(isGzip(chunks[0]) ? maxPackedBytes : maxBytes);
    },
    clear(): void {
      chunks.length = 0;
    },
    end(): Buffer {
      parseHead(true);
      const body = Buffer.concat(chunks);
      if (isGzip(body)) requireAtMost(maxPackedBytes); // its first chunk may have been one byte
      return body;
    },
  };
}

/**
 * Returns the token of the first line and the length of that line, with an empty token if there is
 * none; null if more bytes are needed to decide.
 */
function parseTokenLine(head: Buffer, isEnd: boolean): { token: string; length: number } | null {
  const text = head.toString('latin1', 0, MAX_TOKEN_LINE);
  const match = /^token ([A-Za-z0-9_.-]+)\r?\n/.exec(text);
  if (match) return { token: match[1] ?? '', length: match[0].length };
  return isEnd || head.length >= MAX_TOKEN_LINE || text.includes('\n')
    ? { token: '', length: 0 }
    : null;
}
