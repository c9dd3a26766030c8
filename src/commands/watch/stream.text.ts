import type { FeedEvent, StreamEvent, TaskEvent } from '../../events/stream/stream.events.js';
import { printable, shorten } from '../../lib/text.js';
import { withoutStatus } from '../output/final-state.js';
import type { Painter } from '../output/text.js';
import { formatLocalTime, renderEvent } from './watch.text.js';

const MAX_NAME = 60;
const MAX_TEXT = 500;
const GAP = '  ';

/**
 * Renders an event on one line: time, name, what happened, percent and text.
 * @param name of the task or the host
 */
export function renderStreamEvent(event: StreamEvent, name: string, paint: Painter): string {
  if (isOfOperation(event)) return renderEvent(event, name, paint);
  const time = paint.dim(formatLocalTime(event.time));
  return [time, ...fieldsOf(event, name, paint)].join(GAP);
}

type OperationEvent = Extract<StreamEvent, { operation_id: number }>;

const isOfOperation = (event: StreamEvent): event is OperationEvent => 'operation_id' in event;

/** Renders progress for a line that changes: name, percent and text. */
export function renderProgress(event: StreamEvent, name: string): string {
  if (event.topic === 'tasks')
    return [cleanName(name), `${event.percent} %`, cleanText(event.state)].join(GAP);
  return event.topic === 'feeds' ? [cleanName(event.feed), progressOf(event)].join(GAP) : '';
}

function fieldsOf(
  event: Exclude<StreamEvent, OperationEvent>,
  name: string,
  paint: Painter,
): string[] {
  if (event.topic === 'feeds') return feedFields(event, paint);
  if (event.topic === 'tasks') return taskFields(event, name, paint);
  if (event.topic === 'agents')
    return [paint.bold(cleanName(name)), paint.red('report refused'), cleanText(event.error)];
  const what = 'count' in event ? event.event.split('.').slice(1).join(' ') : 'inventory imported';
  return [paint.bold(cleanName(name)), what];
}

function taskFields(event: TaskEvent, name: string, paint: Painter): string[] {
  const what = event.event.slice('task.'.length).replace('_', ' ');
  const state = withoutStatus(event.state, what);
  const text = event.event === 'task.failed' ? (event.error ?? state) : state;
  const paintWhat = { failed: paint.red, completed: paint.green }[what] ?? ((t: string) => t);
  return [paint.bold(cleanName(name)), paintWhat(what), `${event.percent} %`, cleanText(text)];
}

function feedFields(event: FeedEvent, paint: Painter): string[] {
  const name = paint.bold(`feed ${cleanName(event.feed)}`);
  if (event.event === 'feed.update.progress') return [name, progressOf(event)];
  if (event.event === 'feed.update.failed')
    return [name, paint.red('update failed'), cleanText(event.error)];
  return [name, event.event === 'feed.update.started' ? 'update started' : paint.green('updated')];
}

function progressOf(event: FeedEvent): string {
  if (event.event !== 'feed.update.progress') return '';
  const { step, bytes, total, records } = event;
  const share = total === null || total === 0 ? '' : `${GAP}${Math.floor((bytes * 100) / total)} %`;
  return `${printable(step)}${share}${records > 0 ? `${GAP}${records} records` : ''}`;
}

const cleanName = (text: string): string => shorten(printable(text), MAX_NAME);
const cleanText = (text: string): string => shorten(printable(text), MAX_TEXT);
