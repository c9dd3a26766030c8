import type { AgentEvent } from '../../events/events.js';
import { printable, shorten } from '../../lib/text.js';
import type { Painter } from '../output/text.js';

const MAX_HOST = 60;
const MAX_TEXT = 500;

const pad = (n: number): string => String(n).padStart(2, '0');

/** `2026-11-21 20:41:07` in the local time zone */
export function formatLocalTime(seconds: number): string {
  const d = new Date(seconds * 1000);
  if (Number.isNaN(d.getTime())) return String(seconds);
  const date = `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`;
  return `${date} ${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`;
}

/** Renders an event on one line: time, host, action or step, progress, message and error. */
export function renderEvent(
  { time, event, action, step, percent, message, error }: AgentEvent,
  host: string,
  paint: Painter,
): string {
  const columns = [
    paint.dim(formatLocalTime(time)),
    paint.bold(shorten(printable(host), MAX_HOST)),
    renderState(event.split('.').at(-1), action, step, paint),
    `${percent} %`,
    shorten(printable(message), MAX_TEXT),
  ];
  return [...columns, ...(error ? [renderError(error, paint)] : [])].join('  ');
}

function renderState(kind: string | undefined, action: string, step: string, paint: Painter) {
  if (kind === 'failed') return paint.red(`${action} ${kind}`);
  if (kind === 'completed') return paint.green(`${action} ${kind}`);
  return `${action} ${printable(step)}`;
}

function renderError(error: NonNullable<AgentEvent['error']>, paint: Painter): string {
  const text = paint.red(
    `[${printable(error.code)}] ${shorten(printable(error.message), MAX_TEXT)}`,
  );
  return error.detail ? `${text}: ${shorten(printable(error.detail), MAX_TEXT)}` : text;
}
