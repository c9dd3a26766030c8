import { existsSync } from 'node:fs';
import { createMemory } from './id-cache.js';
import {
  readReport,
  type Before,
  type Found,
  type Reading,
  type Report,
  type Unknown,
} from './parse.js';
import { createThread, ThreadDied } from './thread.js';

export interface Reader {
  /** @param before what is known at the moment of the call, which is when the reading begins */
  read: (report: Report, before: () => Before) => Promise<Reading>;
}

export interface ReaderOptions {
  /** the compiled worker; where there is none (sources run by a test runner), reports are read right here */
  url?: URL;
  heapMb?: number;
  idleMs?: number;
}

const AT_ONCE = 4;
const TOO_MUCH: Reading = { ok: false, why: 'reading it takes too much memory' };

/** Reads reports and has their packages and lines numbered by `number`. A report that ends the thread is found out by reading those that were under way one by one. */
export function createReader(
  number: (unknown: Unknown) => Promise<Found>,
  {
    url = new URL('worker.js', import.meta.url),
    heapMb = 512,
    idleMs = 30_000,
  }: ReaderOptions = {},
): Reader {
  if (!existsSync(url)) {
    const memory = createMemory();
    return { read: (report, before) => readReport(report, before(), memory, number) };
  }
  const together = createThread({ url, number, heapMb, idleMs, atOnce: AT_ONCE });
  const alone = createThread({ url, number, heapMb, idleMs, atOnce: 1 });
  return {
    async read(report, before) {
      try {
        return await together.read(report, before);
      } catch (error) {
        if (!(error instanceof ThreadDied)) throw error;
      }
      try {
        return await alone.read(report, before);
      } catch (error) {
        if (error instanceof ThreadDied) return TOO_MUCH;
        throw error;
      }
    },
  };
}
