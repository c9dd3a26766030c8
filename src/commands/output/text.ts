/** Text from elsewhere, safe to show on a terminal: one line, nothing that moves the cursor, colours, reorders or hides. */
export const printable = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '\u00b7').trim();

/** At most so many characters, with an ellipsis where something is missing. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** `1 host`, `12 hosts` */
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`;

/** `2027-01-01` of Unix seconds; the raw number where a calendar has no such day */
export function day(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().slice(0, 10);
}

/** `0.8 s`, `12.3 s`, `4 min 5 s`, `2 h 3 min` */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Makes text bold, dim or coloured (ECMA-48 SGR); leaves it alone when `on` is false. */
export function createPainter(on: boolean) {
  const wrap =
    (from: number, to: number) =>
    (text: string): string =>
      on && text !== '' ? `\u001b[${from}m${text}\u001b[${to}m` : text;
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
