import type { AgentEvent } from '../../events/events.js';
import { memoize } from '../../lib/memoize.js';
import { parseJson } from '../../platform/http/http-client.js';
import { withClient } from '../client/client.js';
import { lookupHost, type FoundHost } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions, ServiceAddress } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { createPainter } from '../output/text.js';
import { followEvents, parseSequence } from './follow.js';
import { renderEvent } from './watch.text.js';

export interface WatchOptions extends ServiceOptions {
  host?: string;
  since?: string;
  json?: true;
}

const MAX_CACHED_NAMES = 10_000;

/** Streams the events of agent operations until interrupted. Reconnects, and replays the events that it missed. */
export async function watchAgents(options: WatchOptions, io: Io): Promise<number> {
  const since = parseSequence(options.since);
  return withClient(options, io, async (client) => {
    const service = requireService(client);
    const hostId =
      options.host === undefined ? undefined : (await lookupHost(client, options.host)).id;
    const onEvent = createPrinter(client, options.json === true, io);
    const { signal } = io;
    const query = { host_id: hostId };
    const isThere = await followEvents(
      service,
      { path: '/ws/agents', query, since, onEvent, signal },
      io,
    );
    if (!isThere) throw new CommandError('Not a hostwarden service');
    return 130;
  });
}

/** Returns the address of the service; without one, nothing happens that could be watched. */
export function requireService({ service }: Client): ServiceAddress {
  if (service) return service;
  throw new CommandError(
    'No running service to watch: start it with "hostwarden serve", or set --url',
  );
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
export async function findHostName(client: Client, id: number): Promise<string> {
  try {
    const { hostname, current_ip: ip } = await getData<FoundHost>(client, 'GET', `/hosts/${id}`);
    return hostname === ip ? ip : `${hostname} (${ip})`;
  } catch {
    return `host ${id}`;
  }
}
