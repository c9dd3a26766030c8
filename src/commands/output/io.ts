/** A stream that a command writes to. */
export type OutputStream = NodeJS.WritableStream & {
  isTTY?: boolean;
  columns?: number;
  hasColors?(): boolean;
};

/** What a command has of the world: two streams, and the wish of the person to end it. */
export interface Io {
  stdout: OutputStream;
  stderr: OutputStream;
  signal: AbortSignal;
}

/** The command ends with this exit code, and the message is all the person needs. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 130 = 1,
  ) {
    super(message);
  }
}

const LEAST_WIDTH = 50; // below this a table makes no sense any more

/** How many columns text may take; undefined when the stream is no terminal. */
export const widthOf = (out: OutputStream): number | undefined =>
  out.isTTY ? Math.max(LEAST_WIDTH, out.columns ?? 80) : undefined;

/** Resolves after `ms`, or at once when the signal comes. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
