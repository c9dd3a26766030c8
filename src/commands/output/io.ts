import { surroundings } from '../../platform/process/environment.js';

/** A stream that a command writes to. */
export type OutputStream = NodeJS.WritableStream & {
  isTTY?: boolean;
  columns?: number;
  hasColors?(): boolean;
};

/** The outside of a command: two output streams, and a signal that the user interrupts it. */
export interface Io {
  stdout: OutputStream;
  stderr: OutputStream;
  signal: AbortSignal;
}

const MIN_WIDTH = 50; // a narrower table is not readable

/** Returns the columns available for text; undefined if the stream is not a terminal. */
export const widthOf = (out: OutputStream): number | undefined =>
  out.isTTY ? Math.max(MIN_WIDTH, out.columns ?? 80) : undefined;

/** Returns whether the stream is a terminal that can move the cursor. */
export const canRedraw = (out: OutputStream): boolean =>
  out.isTTY === true && surroundings().env.TERM !== 'dumb';

/** Returns a stream that writes to `out` what `rewrite` makes of a text. Bytes are written as they are. */
export function rewritingStream(
  out: OutputStream,
  rewrite: (text: string) => string,
): OutputStream {
  const write = (chunk: string | Uint8Array, ...rest: []): boolean =>
    out.write(typeof chunk === 'string' ? rewrite(chunk) : chunk, ...rest);
  return Object.create(out, { write: { value: write } }) as OutputStream;
}

/** Resolves after `ms`, or as soon as the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    }
  });
}
