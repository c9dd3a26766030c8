import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap has grown by a quarter, instead of doubling. Otherwise a
 * service that parses thousands of reports holds more garbage than data, and never returns the
 * memory. Applies to all threads of the process.
 */
export function setHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=25');
}

/**
 * Whether the young generation of the heap may double when much of it survives. A service that starts loads code, all
 * of which survives: it would end with 32 MB for new objects, and V8 gives them back under load only.
 */
export function setYoungGrowth(isAllowed: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${isAllowed ? 2 : 1}`);
}
