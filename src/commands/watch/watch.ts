import { parseJson } from '../../platform/http/http-client.js';
import { listenWebSocket, HandshakeRefusedError } from '../../platform/http/websocket-client.js';
import type { AgentEvent } from '../../events/events.js';
import { toCommandError } from '../client/request.js';
import { USER_AGENT } from '../client/client.http.js';
import {
  withClient,
  type Client,
  type ConnectOptions,
  type ServiceAddress,
} from '../client/client.js';
import { lookupHost } from '../client/lookup.js';
import { CommandError, sleep, type Io } from '../output/io.js';
import { hostNames } from './watch.names.js';
import { eventLine } from './watch.text.js';
import { createPainter, printable } from '../output/text.js';

export interface WatchOptions extends Omit<ConnectOptions, 'works'> {
  host?: string;
  since?: string;
  json?: true;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Follows agent operations until the person has seen enough; comes back after each interruption for what it missed. */
export async function watchAgents(options: WatchOptions, io: Io): Promise<number> {
  const since = options.since === undefined ? undefined : sinceOf(options.since);
  return withClient({ ...options, needsFolder: true }, io, async (client) => {
    if (!client.service)
      throw new CommandError(
        'There is no running service to watch: start it with "hostwarden serve", or name it with --url',
      );
    const hostId =
      options.host === undefined ? undefined : (await lookupHost(client, options.host)).id;
    await follow(client.service, { since, hostId }, printer(client, options.json === true, io), io);
    return 130;
  });
}

function sinceOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(
    `--since must be the number of an event (its seq), not ${JSON.stringify(text)}`,
    2,
  );
}

async function follow(
  service: ServiceAddress,
  { since, hostId }: { since: number | undefined; hostId: number | undefined },
  print: (text: string) => void,
  io: Io,
): Promise<void> {
  let last = since;
  let wait = FIRST_PAUSE_MS;
  let opened = false;
  while (!io.signal.aborted) {
    const code = await listenWebSocket(addressOf(service.url, last, hostId), {
      headers: { authorization: `Bearer ${service.token}`, 'user-agent': USER_AGENT },
      trust: service.trust,
      signal: io.signal,
      onOpen: (headers) => {
        if (opened) io.stderr.write('Connected again.\n');
        opened = true;
        wait = FIRST_PAUSE_MS;
        last ??= Number(headers['hostwarden-seq'] ?? NaN) || 0; // what comes after this belongs to us, also when the connection breaks before
      },
      onMessage: (text) => {
        last = Math.max(
          last ?? 0,
          Number((parseJson(text) as Partial<AgentEvent> | undefined)?.seq) || 0,
        );
        print(text);
      },
    }).catch((error: unknown) => failed(error, service, opened));
    if (io.signal.aborted) return;
    if (code === 4401)
      throw new CommandError(`The token was revoked or has expired; ${service.hint}`, 2);
    io.stderr.write(
      `The connection ended${code === undefined ? '' : ` (${code})`}; trying again.\n`,
    );
    await sleep(wait, io.signal);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

// A service that was there once may come back; one that never was has an address that is wrong. A refusal stays one, but for "not now".
function failed(error: unknown, { url, hint }: ServiceAddress, opened: boolean): undefined {
  if (error instanceof HandshakeRefusedError) {
    if (error.status === 401)
      throw new CommandError(`The service at ${url} does not accept the token; ${hint}`, 2);
    if (error.status < 500 && error.status !== 429)
      throw toCommandError({ status: error.status, body: parseJson(error.body) });
  }
  if (!opened)
    throw new CommandError(
      `The service at ${url} cannot be reached: ${printable((error as Error).message)}`,
    );
  return undefined;
}

function addressOf(url: string, since: number | undefined, hostId: number | undefined): string {
  const query = new URLSearchParams({
    ...(since !== undefined && { since: String(since) }),
    ...(hostId !== undefined && { host_id: String(hostId) }),
  }).toString();
  return `${url.replace(/^http/, 'ws')}/ws/agents${query ? `?${query}` : ''}`;
}

// Names are asked for while lines wait their turn, so that they stay in order.
function printer(client: Client, json: boolean, { stdout }: Io): (text: string) => void {
  if (json)
    return (text) => {
      stdout.write(`${text}\n`);
    };
  const nameOf = hostNames(client);
  const paint = createPainter(stdout.isTTY === true && stdout.hasColors?.() === true);
  let before = Promise.resolve();
  return (text) => {
    const event = parseJson(text) as AgentEvent | undefined;
    if (event === undefined) return;
    before = before.then(async () => {
      stdout.write(`${eventLine(event, await nameOf(event.host_id), paint)}\n`);
    });
  };
}
