import pino from 'pino';
import pinoPretty from 'pino-pretty';

const MOST_WAITING = 1 << 20; // bytes

/** Log lines for a person at a terminal. */
export const pretty = (colorize: boolean): NodeJS.WritableStream =>
  pinoPretty({
    destination: 2,
    sync: true,
    colorize,
    ignore: 'pid,hostname,reqId',
    translateTime: 'SYS:HH:MM:ss',
  });

/**
 * Log lines as JSON. A log that can't be written (it mostly lies on the disk that has just become full) must not fail what it tells of: lines wait
 * for room, and those that are too many are lost.
 */
export function jsonLineStream(fd: number): pino.DestinationStream {
  const lines = pino.destination({ fd, sync: true, maxLength: MOST_WAITING });
  lines.on('error', () => undefined);
  return lines;
}
