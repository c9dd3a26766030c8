import type { AgentEvent } from '../../events/events.js';
import { printable, shorten, type Painter } from '../output/text.js';

const pad = (n: number): string => String(n).padStart(2, '0');

/** `2026-11-21 20:41:07` by this machine's clock and time zone */
export function moment(seconds: number): string {
  const d = new Date(seconds * 1000);
  return Number.isNaN(d.getTime())
    ? String(seconds)
    : `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())} ${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`;
}

/** One event in one line: when, which host, what, how far, and what went wrong. */
export function eventLine(
  { time, event, action, step, percent, message, error }: AgentEvent,
  host: string,
  paint: Painter,
): string {
  const kind = event.split('.').at(-1);
  const colour =
    kind === 'failed' ? paint.red : kind === 'completed' ? paint.green : (text: string) => text;
  const what =
    kind === 'completed' || kind === 'failed'
      ? `${action} ${kind}`
      : `${action} ${printable(step)}`;
  const line = `${paint.dim(moment(time))}  ${paint.bold(shorten(printable(host), 60))}  ${colour(what)}  ${percent} %  ${shorten(printable(message), 500)}`;
  return error
    ? `${line}  ${paint.red(`[${printable(error.code)}] ${shorten(printable(error.message), 500)}`)}${error.detail ? `: ${shorten(printable(error.detail), 500)}` : ''}`
    : line;
}
