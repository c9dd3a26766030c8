/** Returns a number with thousands separated: `3,214`. */
export const countText = (n: number): string => n.toLocaleString('en-US');

/** Returns `1 host` or `3,214 hosts`. @param many default: with an `s` */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${countText(n)} ${n === 1 ? one : many}`;
