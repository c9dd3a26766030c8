import type { Readable } from 'node:stream';
import { AppError } from '../../errors.js';

const TOKEN_WITHIN = 300;

export interface BodyOptions {
  maxBytes: number;
  /** is the body wanted? What is not wanted is read and thrown away; asked when it is known whose it is */
  shouldKeep?: () => boolean;
  /** given where no header told the token: looks at the one in the first line. Throws AppError when it is none */
  authenticate?: (token: string) => void;
}

/**
 * Reads the body of an agent's request, without the line of its token. Nothing is read any further once it is refused: rejects with `body_too_large`,
 * or with what `admit` throws.
 */
export function readAgentBody(
  payload: Readable,
  { maxBytes, shouldKeep: keep = () => true, authenticate: admit }: BodyOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let head: Buffer | null = admit ? Buffer.alloc(0) : null;
    let isKept = head === null && keep();
    const enter = (isEnd: boolean): void => {
      const line = head && tokenLine(head, isEnd);
      if (!head || line === null) return;
      admit?.(line.token);
      isKept = keep();
      if (isKept) parts.push(head.subarray(line.length));
      head = null;
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes)
        throw new AppError('body_too_large', `An agent sends at most ${maxBytes} bytes here`);
      if (head) head = Buffer.concat([head, chunk]);
      else if (isKept) parts.push(chunk);
      enter(false);
    };
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
    const onData = (chunk: Buffer): void => guarded(() => take(chunk));
    payload.on('data', onData);
    payload.once('error', fail);
    const cut = (): void => fail(new AppError('malformed_http', 'The body was cut off'));
    payload.once('close', cut);
    payload.once('end', () =>
      guarded(() => {
        payload.off('close', cut);
        enter(true);
        resolve(Buffer.concat(parts));
      }),
    );
  });
}

/** The token in the first line, and how long that line is; null: more must come before it can be told. An empty token when there is none. */
function tokenLine(head: Buffer, isEnd: boolean): { token: string; length: number } | null {
  const text = head.toString('latin1', 0, TOKEN_WITHIN);
  const found = /^token ([A-Za-z0-9_.-]+)\r?\n/.exec(text);
  if (found) return { token: found[1] ?? '', length: found[0].length };
  return isEnd || head.length >= TOKEN_WITHIN || text.includes('\n')
    ? { token: '', length: 0 }
    : null;
}
