// cspell:ignore CTYPE
import { rewritingStream, type OutputStream } from './io.js';

// Each character becomes one, so that lines keep their width.
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '…': '~',
  '→': '>',
  '×': 'x',
  '·': '.',
  '─': '-',
  '–': '-',
  '—': '-',
  '█': '#',
  '░': '.',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};
const NOT_ASCII = /[^\u0000-\u007f]/gu;

/**
 * Returns a text in ASCII: letters lose their accents, and other characters become question marks.
 * @internal
 */
export const toAscii = (text: string): string =>
  text
    .normalize('NFC')
    .replace(NOT_ASCII, (c) => REPLACEMENTS[c] ?? c.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(NOT_ASCII, '?');

/** Returns whether the locale of an environment encodes text as UTF-8 (POSIX: `LC_ALL`, `LC_CTYPE`, `LANG`). */
export function isUtf8Locale(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'C';
  return /utf-?8/i.test(locale);
}

/** Returns a stream that writes text to `out` in ASCII. */
export const asciiStream = (out: OutputStream): OutputStream => rewritingStream(out, toAscii);
