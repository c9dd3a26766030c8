/**
 * Quotes one argument for a POSIX shell (POSIX.1-2017, XCU 2.2.2: nothing is special between single
 * quotes). Throws a RangeError for a NUL byte, which no argument can contain.
 */
export function shellQuote(arg: string): string {
  if (arg.includes('\0')) throw new RangeError('an argument must not contain a NUL byte');
  return /^[\w@%+:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;
}
