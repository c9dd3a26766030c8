import type { Before, Found, Reading, Report, Unknown } from './read.js';

/** To the thread that reads reports; `id` is that of one reading. */
export type ToReader =
  | { kind: 'read'; id: number; report: Report; before: Before }
  | { kind: 'found'; id: number; found: Found }
  /** it could not be looked up: nobody waits for this reading any more */
  | { kind: 'drop'; id: number };

export type FromReader =
  | { kind: 'unknown'; id: number; unknown: Unknown }
  | { kind: 'read'; id: number; reading: Reading }
  | { kind: 'failed'; id: number; message: string };
