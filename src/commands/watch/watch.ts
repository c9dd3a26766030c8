import type { AgentEvent } from '../../events/events.js';
import { memoize } from '../../lib/memoize.js';
import { printable } from '../../lib/text.js';
import { parseJson } from '../../platform/http/http-client.js';
import { HandshakeRefusedError, listenWebSocket } from '../../platform/http/websocket-client.js';
import { USER_AGENT } from '../client/client.http.js';
import { withClient } from '../client/client.js';
import { lookupHost, type FoundHost } from '../client/lookup.js';
import { getData, toCommandError } from '../client/request.js';
import type { Client, ServiceOptions, ServiceAddress } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { sleep, type Io } from '../output/io.js';
import { createPainter } from '../output/text.js';
import { renderEvent } from './watch.text.js';

export interface WatchOptions extends ServiceOptions {
  host?: string;
  since?: string;
  json?: true;
}

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const MAX_CACHED_NAMES = 10_000;
const TOKEN_EXPIRED = 4401; // close code of the service

/** Streams the events of agent operations until interrupted. Reconnects, and replays the events that it missed. */
export async function watchAgents(options: WatchOptions, io: Io): Promise<number> {
  const since = options.since === undefined ? undefined : parseSequence(options.since);
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    if (!client.service)
      throw new CommandError(
        'No running service to watch: start it with "hostwarden serve", or set --url',
      );
    const hostId =
      options.host === undefined ? undefined : (await lookupHost(client, options.host)).id;
    const print = createPrinter(client, options.json === true, io);
    await follow(client.service, { since, hostId }, print, io);
    return 130;
  });
}

function parseSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(
    `--since must be the sequence number of an event (seq), not ${JSON.stringify(text)}`,
    2,
  );
}

async function follow(
  service: ServiceAddress,
  { since, hostId }: { since: number | undefined; hostId: number | undefined },
  print: (text: string) => void,
  io: Io,
): Promise<void> {
  let lastSeq = since;
  let retryMs = MIN_RETRY_MS;
  let hasConnected = false;
  while (!io.signal.aborted) {
    const code = await listenWebSocket(toWebSocketUrl(service.url, lastSeq, hostId), {
      headers: { authorization: `Bearer ${service.token}`, 'user-agent': USER_AGENT },
      trust: service.trust,
      signal: io.signal,
      onOpen: (headers) => {
        if (hasConnected) io.stderr.write('Reconnected.\n');
        hasConnected = true;
        retryMs = MIN_RETRY_MS;
        // Later events are replayed, also if the connection breaks before the first one arrives.
        lastSeq ??= Number(headers['hostwarden-seq'] ?? NaN) || 0;
      },
      onMessage: (text) => {
        lastSeq = Math.max(lastSeq ?? 0, sequenceOf(text));
        print(text);
      },
    }).catch((error: unknown) => handleFailure(error, service, hasConnected));
    if (io.signal.aborted) return;
    if (code === TOKEN_EXPIRED)
      throw new CommandError(`The token was revoked or has expired; ${service.hint}`, 2);
    io.stderr.write(`Connection closed${code === undefined ? '' : ` (${code})`}; reconnecting.\n`);
    await sleep(retryMs, io.signal);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
}

const sequenceOf = (text: string): number =>
  Number((parseJson(text) as Partial<AgentEvent> | undefined)?.seq) || 0;

// Throws unless a retry can help: after a connection that worked, or for statuses that mean "not now".
function handleFailure(
  error: unknown,
  { url, hint }: ServiceAddress,
  hasConnected: boolean,
): undefined {
  if (error instanceof HandshakeRefusedError) {
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

function toWebSocketUrl(url: string, since: number | undefined, hostId: number | undefined) {
  const query = new URLSearchParams({
    ...(since !== undefined && { since: String(since) }),
    ...(hostId !== undefined && { host_id: String(hostId) }),
  }).toString();
  return `${url.replace(/^http/, 'ws')}/ws/agents${query ? `?${query}` : ''}`;
}

// Each line waits for its predecessor: looking up host names must not change the order.
function createPrinter(client: Client, isJson: boolean, { stdout }: Io): (text: string) => void {
  if (isJson)
    return (text) => {
      stdout.write(`${text}\n`);
    };
  const hostName = memoize((id: number) => findHostName(client, id), {
    maxEntries: MAX_CACHED_NAMES,
  });
  const paint = createPainter(stdout.isTTY === true && stdout.hasColors?.() === true);
  let previous = Promise.resolve();
  return (text) => {
    const event = parseJson(text) as AgentEvent | undefined;
    if (event === undefined) return;
    previous = previous.then(async () => {
      stdout.write(`${renderEvent(event, await hostName(event.host_id), paint)}\n`);
    });
  };
}

/** Returns a host's name and address; `host 7` if it was deleted. */
async function findHostName(client: Client, id: number): Promise<string> {
  try {
    const { hostname, current_ip: ip } = await getData<FoundHost>(client, 'GET', `/hosts/${id}`);
    return hostname === ip ? ip : `${hostname} (${ip})`;
  } catch {
    return `host ${id}`;
  }
}
