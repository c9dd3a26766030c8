/**
 * Quotes one argument for a POSIX shell (POSIX.1-2017, XCU 2.2.2: nothing is special between single
 * quotes). Throws a RangeError for a NUL byte, which no argument can contain.
 */
export function shellQuote(arg: string): string {
  if (arg.includes('\0')) throw new RangeError('an argument must not contain a NUL byte');
  return /^[\w@%+:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`;
}

/**
 * Builds a command line that runs a script in `sh` under any login shell, csh and fish included. The script is an
 * argument for `%b` of printf(1) (POSIX.1-2017, XCU printf): one line in single quotes, without the characters that
 * a shell reads there as special. Throws a RangeError for a NUL byte.
 */
export function anyShellLine(script: string): string {
  if (script.includes('\0')) throw new RangeError('a script must not contain a NUL byte');
  const encoded = Buffer.from(script)
    .toString('latin1')
    .replaceAll(SPECIAL, (byte) => `\\0${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)
    .replaceAll('\\0012', '\\n');
  return `exec sh -c 'eval "shift;$(printf %b "$1")"' sh '${encoded}'`;
}

/** Characters that csh(1) or fish(1) reads inside of single quotes, and bytes that depend on a locale. */
const SPECIAL = /[^\t -~]|[\\'!]/g;
