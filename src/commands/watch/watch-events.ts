import { withClient } from '../client/client.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { createEventPrinter } from './event-printer.js';
import { followEvents, parseSequence } from './follow.js';
import { pollTasks } from './poll-tasks.js';
import { requireService } from './watch.js';

export interface WatchEventsOptions extends ServiceOptions {
  what: 'tasks' | 'all';
  since?: string;
  json?: true;
}

const INTERRUPTED = 130;

/**
 * Streams the events of tasks, or all events, until interrupted. Reconnects, and replays the events that it missed. A
 * service without /ws/events is polled for its tasks.
 */
export async function watchEvents(options: WatchEventsOptions, io: Io): Promise<number> {
  const { what, json: isJson = false } = options;
  const since = parseSequence(options.since);
  return withClient(options, io, async (client) => {
    const service = requireService(client);
    const printer = createEventPrinter(client, isJson, io);
    // Without topics, each version of the service sends all that it has.
    const query = what === 'all' ? {} : { topics: what };
    const { signal } = io;
    const onEvent = printer.print;
    try {
      const isThere = await followEvents(
        service,
        { path: '/ws/events', query, since, onEvent, signal },
        io,
      );
      if (isThere) return INTERRUPTED;
      if (what === 'all' || since !== undefined)
        throw new CommandError(
          'This service is of an older version and cannot replay events of tasks: use "watch tasks" or "watch agents"',
        );
      await pollTasks(client, (event) => onEvent(JSON.stringify(event)), signal);
      return INTERRUPTED;
    } finally {
      await printer.end();
    }
  });
}
