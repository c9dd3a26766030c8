import pino from 'pino';
import pinoPretty from 'pino-pretty';

const MAX_BUFFERED_BYTES = 1 << 20;

/** Returns a stream of readable log lines on standard error, for terminals. */
export const prettyLogStream = (colorize: boolean): NodeJS.WritableStream =>
  pinoPretty({
    destination: 2,
    sync: true,
    colorize,
    ignore: 'pid,hostname,reqId',
    translateTime: 'SYS:HH:MM:ss',
  });

/**
 * Returns a stream of JSON log lines. A log that cannot be written (often its disk has just become full)
 * must not fail the operation that is logged: lines are buffered, and dropped once the buffer is full.
 */
export function jsonLogStream(fd: number): pino.DestinationStream {
  const lines = pino.destination({ fd, sync: true, maxLength: MAX_BUFFERED_BYTES });
  lines.on('error', () => undefined);
  return lines;
}
