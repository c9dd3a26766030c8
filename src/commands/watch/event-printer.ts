import { resourceOf } from '../../database/changes/change-events.js';
import {
  idOf,
  isProgress,
  type StoredChange,
  type StreamEvent,
} from '../../events/stream/stream.events.js';
import { memoize } from '../../lib/memoize.js';
import { parseJson } from '../../platform/http/http-client.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { pluralize } from '../../lib/text.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { Io } from '../output/io.js';
import { createPainter } from '../output/text.js';
import { createLiveLines } from './live-lines.js';
import { renderProgress, renderStreamEvent } from './stream.text.js';
import { findHostName } from './watch.js';

export interface EventPrinter {
  /** Prints an event, given as JSON. */
  print: (text: string) => void;
  /** Resolves when everything is printed. */
  end: () => Promise<void>;
}

const MAX_CACHED_NAMES = 10_000;
const TASK_ENDS: readonly string[] = ['task.completed', 'task.failed', 'task.stopped'];

/**
 * Prints events: as JSON lines, as changing lines on a terminal, otherwise as one line per change. Names are looked up;
 * each line waits for its predecessor.
 */
export function createEventPrinter(client: Client, isJson: boolean, io: Io): EventPrinter {
  const { stdout } = io;
  if (isJson)
    return { print: (text) => void stdout.write(`${text}\n`), end: async () => undefined };
  const lines = createLiveLines(stdout);
  const paint = createPainter(stdout.isTTY === true && stdout.hasColors?.() === true);
  const isLive = stdout.isTTY === true && stdout.hasColors?.() === true;
  const nameOf = createNames(client);
  const percents = new Map<number, number>();
  let previous = Promise.resolve();

  function show(event: StreamEvent, name: string): void {
    if (!isProgress(event)) {
      if (isEnd(event)) lines.remove(keyOf(event));
      lines.print(renderStreamEvent(event, name, paint));
    } else if (isLive) lines.show(keyOf(event), renderProgress(event, name));
    else if (isChange(event, percents)) lines.print(renderStreamEvent(event, name, paint));
  }

  return {
    print(text) {
      const event = parseJson(text) as StreamEvent | undefined;
      if (event?.event === undefined) return;
      previous = previous.then(async () => show(event, await nameOf(event)));
    },
    async end() {
      await previous;
      lines.end();
    },
  };
}

/** Whether progress differs in what a line of a file should show: a percentage, or a step of a feed. */
function isChange(event: StreamEvent, percents: Map<number, number>): boolean {
  if (event.topic !== 'tasks') return event.event === 'feed.update.progress' && event.records === 0;
  if (percents.get(event.task_id) === event.percent) return false;
  percents.set(event.task_id, event.percent);
  return true;
}

function isEnd({ event }: StreamEvent): boolean {
  return (
    TASK_ENDS.includes(event) || event === 'feed.update.finished' || event === 'feed.update.failed'
  );
}

function keyOf(event: StreamEvent): string {
  if (event.topic === 'tasks') return `task ${event.task_id}`;
  return event.topic === 'feeds' ? `feed ${event.feed}` : 'agents';
}

type Names = Record<'host' | 'template', (id: number) => Promise<string>>;

function createNames(client: Client): (event: StreamEvent) => Promise<string> {
  const options = { maxEntries: MAX_CACHED_NAMES };
  const found: Names = {
    host: (id) => findHostName(client, id),
    template: (id) => findTemplateName(client, id),
  };
  const known: Names = {
    host: memoize(found.host, options),
    template: memoize(found.template, options),
  };
  return async (event) => {
    if (event.topic === 'feeds') return event.feed;
    // An update may have changed the name; a deleted one is known from before.
    if ('count' in event)
      return nameOfChange(event, event.event.endsWith('.updated') ? found : known);
    if (event.topic === 'agents' || event.topic === 'hosts') return known.host(event.host_id);
    return `${await known.template(event.template_id)} (${taskNumber(event.task_id)})`;
  };
}

/** Returns what was changed: the name of the only one, or how many. */
async function nameOfChange(event: StoredChange, { host, template }: Names): Promise<string> {
  const resource = resourceOf(event.event);
  const id = idOf(event);
  if (id === null) return pluralize(event.count, resource);
  if (resource === 'host') return host(id);
  const name = resource === 'template' ? await template(id) : `${id}`;
  return name.startsWith(`${resource} `) ? name : `${resource} ${name}`;
}

/** Returns the name of a template; `template 7` if it was deleted. */
async function findTemplateName(client: Client, id: number): Promise<string> {
  try {
    return (await getData<{ name: string }>(client, 'GET', `/api/v1/templates/${id}`)).name;
  } catch {
    return `template ${id}`;
  }
}
