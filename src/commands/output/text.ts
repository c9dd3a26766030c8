import { pluralize } from '../../lib/text.js';

/** `0.8 s`, `12.3 s`, `4 min 5 s`, `2 h 3 min` */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

const AGE_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `2 hours ago`, `1 day ago`; `just now` for less than a second and for the future. */
export function formatTimeAgo(seconds: number): string {
  const [unit, size] = AGE_UNITS.find(([, length]) => seconds >= length) ?? [];
  return unit === undefined ? 'just now' : `${pluralize(Math.floor(seconds / size), unit)} ago`;
}

/** Breaks a text at spaces into lines of at most `width` characters; lines after the first are indented. */
export function wrapText(text: string, width: number | undefined, indent = ''): string {
  if (width === undefined) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    const fits = [...longer].length <= width;
    if (!fits && line !== '') lines.push(line);
    line = fits || line === '' ? longer : indent + word;
  }
  return [...lines, line].join('\n');
}

/** Returns functions that make text bold, dim or colored (ECMA-48 SGR); without `isEnabled` they change nothing. */
export function createPainter(isEnabled: boolean) {
  const wrap =
    (from: number, to: number) =>
    (text: string): string =>
      isEnabled && text !== '' ? `\u001b[${from}m${text}\u001b[${to}m` : text;
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
  };
}
export type Painter = ReturnType<typeof createPainter>;
