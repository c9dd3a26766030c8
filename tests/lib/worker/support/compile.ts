import { writeFileSync } from 'node:fs';
import { compiled } from '../../../support/compiled.js';

/** Compiles the worker of these tests; it is outside of `src`. */
export function compileTestWorker(): { url: URL; remove: () => void } {
  const worker = compiled('../tests/lib/worker/support/test.worker.ts', 'test-worker');
  writeFileSync(new URL('./package.json', worker.url), '{"type":"module"}');
  return worker;
}
