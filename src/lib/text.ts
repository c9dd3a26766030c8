const IS_PLAIN = /^[!-~]+(?: [!-~]+)*$/; // nearly all text, and ten times as fast

/** Foreign text, safe to show: one line, without characters that move the cursor, color, reorder or hide text. */
export const printable = (text: string): string =>
  IS_PLAIN.test(text) ? text : text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '\u00b7').trim();

/** Foreign text as one field: runs of control characters become one space, trimmed, then cut to `max` UTF-16 units. */
export const cleanField = (text: string, max = 200): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max);

/** Returns at most `max` characters; an ellipsis replaces the rest. */
export function shorten(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** `1 host`, `12 hosts`, `3200 hosts` */
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`;

/** A number with separated thousands: `3,200`. */
export const formatCount = (n: number): string => n.toLocaleString('en-US');

/** `1 host`, `3,200 hosts` */
export const countText = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;
