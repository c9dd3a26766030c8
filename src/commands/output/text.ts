/** Returns at most `max` characters; an ellipsis replaces the rest. */
export function shorten(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** `1 host`, `12 hosts` */
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`;

/** `0.8 s`, `12.3 s`, `4 min 5 s`, `2 h 3 min` */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
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
