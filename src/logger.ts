import type { FastifyRequest } from 'fastify';
import pino, { type Logger } from 'pino';
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

/**
 * Returns the logger of requests. Their lines have the URL without its ticket (`/ws/events?ticket=`), the only secret
 * that a URL has: it is logged before the ticket is used.
 */
export const loggerOfRequests = (log: Logger): Logger =>
  log.child({}, { serializers: { req: loggedRequest } });

const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest): object => ({
  method,
  url: url.replace(/([?&]ticket=)[^&]*/g, '$1…'),
  host,
  remoteAddress: ip,
  remotePort: socket.remotePort,
});
