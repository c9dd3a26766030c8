import type { Readable } from 'node:stream';
import { AppError } from '../../errors.js';

/** The token line must end within this many bytes. */
const MAX_TOKEN_LINE = 300;

export interface BodyOptions {
  maxBytes: number;
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
    const fail = (error: Error): void => {
      payload.off('data', onData);
      payload.pause();
      reject(error);
    };
    const guarded = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error as Error);
      }
    };
    const onData = (chunk: Buffer): void => guarded(() => body.add(chunk));
    const onClose = (): void => fail(new AppError('malformed_http', 'Body is truncated'));
    payload.on('data', onData);
    payload.once('error', fail);
    payload.once('close', onClose);
    payload.once('end', () =>
      guarded(() => {
        payload.off('close', onClose);
        resolve(body.end());
      }),
    );
  });
}

function createBodyCollector({ maxBytes, shouldKeep = () => true, authenticate }: BodyOptions) {
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
    if (isKept) chunks.push(head.subarray(line.length));
    head = null;
  }

  return {
    add(chunk: Buffer): void {
      size += chunk.length;
      if (size > maxBytes) throw new AppError('body_too_large', `Body exceeds ${maxBytes} bytes`);
      if (head) head = Buffer.concat([head, chunk]);
      else if (isKept) chunks.push(chunk);
      parseHead(false);
    },
    end(): Buffer {
      parseHead(true);
      return Buffer.concat(chunks);
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
