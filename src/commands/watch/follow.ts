import { printable } from '../../lib/text.js';
import { systemClock } from '../../platform/clock.js';
import { parseJson } from '../../platform/http/http-client.js';
import { HandshakeRefusedError, listenWebSocket } from '../../platform/http/websocket-client.js';
import { USER_AGENT } from '../client/client.http.js';
import { toCommandError } from '../client/request.js';
import type { ServiceAddress } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { sleep, type Io } from '../output/io.js';
import { createBackOff } from './back-off.js';

/** A channel of events, and what to receive of it. */
export interface Subscription {
  path: '/ws/agents' | '/ws/events';
  query: Readonly<Record<string, string | number | undefined>>;
  /** replay the events after this one first */
  since: number | undefined;
  /** receives each event, as JSON text, once and in order */
  onEvent: (text: string) => void;
  /** called when the channel is open for the first time: events from then on are received */
  onOpen?: () => void;
  /** ends the subscription */
  signal: AbortSignal;
}

const TOKEN_EXPIRED = 4401; // close code of the service
const NOT_FOUND = 404;

/**
 * Receives events until the signal aborts. Reconnects, and replays the events that it missed. Returns false if the
 * service does not have the channel. Throws CommandError if it refuses, or cannot be reached at the start.
 */
export async function followEvents(
  service: ServiceAddress,
  { path, query, since, onEvent, onOpen, signal }: Subscription,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<boolean> {
  let lastSeq = since;
  const backOff = createBackOff();
  let hasConnected = false;
  while (!signal.aborted) {
    const url = toWebSocketUrl(service.url, path, { ...query, since: lastSeq });
    const code = await listenWebSocket(url, {
      headers: { authorization: `Bearer ${service.token}`, 'user-agent': USER_AGENT },
      trust: service.trust,
      signal,
      onOpen: (headers) => {
        // Later events are replayed, also if the connection breaks before the first one arrives.
        lastSeq ??= Number(headers['hostwarden-seq'] ?? NaN) || 0;
        backOff.opened(systemClock.monotonicMs());
        if (hasConnected) stderr.write('Reconnected.\n');
        else onOpen?.();
        hasConnected = true;
      },
      onMessage: (text) => {
        backOff.received();
        lastSeq = Math.max(lastSeq ?? 0, sequenceOf(text));
        onEvent(text);
      },
    }).catch((error: unknown) =>
      signal.aborted ? undefined : handleFailure(error, service, hasConnected),
    );
    if (code === NOT_FOUND) return false;
    if (signal.aborted) return true;
    if (code === TOKEN_EXPIRED)
      throw new CommandError(`The token was revoked or has expired; ${service.hint}`, 2);
    stderr.write(`Connection closed${code === undefined ? '' : ` (${code})`}; reconnecting.\n`);
    await sleep(backOff.nextDelay(systemClock.monotonicMs()), signal);
  }
  return true;
}

/** Parses the option `--since`; undefined: it was not set. */
export function parseSequence(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text))
    return text === undefined ? undefined : Number(text);
  throw new CommandError(
    `--since must be the sequence number of an event (seq), not ${JSON.stringify(text)}`,
    2,
  );
}

const sequenceOf = (text: string): number =>
  Number((parseJson(text) as { seq?: unknown } | undefined)?.seq) || 0;

// Throws unless a retry can help: after a connection that worked, or for statuses that mean "not now".
function handleFailure(
  error: unknown,
  { url, hint }: ServiceAddress,
  hasConnected: boolean,
): number | undefined {
  if (error instanceof HandshakeRefusedError) {
    if (error.status === NOT_FOUND) return NOT_FOUND;
    if (error.status === 401)
      throw new CommandError(`The service at ${url} does not accept the token; ${hint}`, 2);
    if (error.status < 500 && error.status !== 429)
      throw toCommandError({ status: error.status, body: parseJson(error.body) });
  }
  if (!hasConnected)
    throw new CommandError(
      `The service at ${url} cannot be reached: ${printable((error as Error).message)}`,
    );
  return undefined;
}

function toWebSocketUrl(url: string, path: string, query: Subscription['query']): string {
  const set = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  const text = new URLSearchParams(set).toString();
  return `${url.replace(/^http/, 'ws')}${path}${text ? `?${text}` : ''}`;
}
