import { expect, it } from 'vitest';
import { bindFreeMemory } from '../../../src/platform/process/free-memory.js';

const header = (process.report.getReport() as { header?: { glibcVersionRuntime?: string } }).header;
const isGlibc = process.platform === 'linux' && header?.glibcVersionRuntime !== undefined;

it('free memory can be given back with glibc, and elsewhere there is no such function', async () => {
  const freeMemory = await bindFreeMemory();
  expect(freeMemory === null).toBe(!isGlibc);
  freeMemory?.();
});
