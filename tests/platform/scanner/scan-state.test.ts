import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeScanState,
  encodeScanState,
  type ScanState,
} from '../../../src/platform/scanner/scan-state.js';

const EMPTY: ScanState = {
  pass: 1,
  window: 100,
  answered: 0,
  late: 0,
  lateInPass: 0,
  smoothedMs: null,
  varianceMs: 0,
  open: [],
  closed: [],
  filtered: [],
  silent: [],
};
const MAX_BYTES = 33 * 1024;

const ports = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i);

const anyPorts = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: 65_535 }), { maxLength: 50 }),
  fc
    .tuple(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 4_000, max: 35_000 }))
    .map(([from, count]) => ports(from, count)),
);

const sorted = (state: ScanState | null) =>
  state && {
    ...state,
    ...Object.fromEntries(
      (['open', 'closed', 'filtered', 'silent'] as const).map((name) => [
        name,
        Array.from(state[name]).sort((a, b) => a - b),
      ]),
    ),
  };

describe('the state of a scan', () => {
  it('is the same after encoding and decoding', () => {
    const anyState = fc.record({
      pass: fc.integer({ min: 1, max: 8 }),
      window: fc.integer({ min: 0, max: 3_000 }),
      answered: fc.integer({ min: 0, max: 65_535 }),
      late: fc.integer({ min: 0, max: 65_535 }),
      lateInPass: fc.integer({ min: 0, max: 65_535 }),
      smoothedMs: fc.option(fc.double({ min: 0, max: 5_000, noNaN: true })),
      varianceMs: fc.double({ min: 0, max: 5_000, noNaN: true }),
      open: anyPorts,
      closed: anyPorts,
      filtered: anyPorts,
      silent: anyPorts,
    });
    fc.assert(
      fc.property(anyState, (state) => {
        const encoded = encodeScanState(state);
        expect(encoded.length).toBeLessThanOrEqual(MAX_BYTES);
        expect(sorted(decodeScanState(encoded))).toEqual(sorted(state));
      }),
      { numRuns: 50 },
    );
  });

  it('of all ports takes at most 33 KiB', () => {
    const quarter = 16_383;
    const state = {
      ...EMPTY,
      open: ports(1, quarter),
      closed: ports(1 + quarter, quarter),
      filtered: ports(1 + 2 * quarter, quarter),
      silent: ports(1 + 3 * quarter, quarter + 3),
    };
    expect(encodeScanState(state).length).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('is rejected if it is incomplete or of another version', () => {
    const encoded = encodeScanState({ ...EMPTY, closed: ports(1, 10), silent: ports(20, 5_000) });
    for (const length of [0, 1, 31, 33, 60, encoded.length - 1])
      expect(decodeScanState(encoded.subarray(0, length)), `${length} bytes`).toBeNull();
    const other = Uint8Array.from(encoded);
    other[0] = 99;
    expect(decodeScanState(other)).toBeNull();
  });

  it('is read from a part of a larger buffer', () => {
    const encoded = encodeScanState({ ...EMPTY, open: [22, 443] });
    const larger = new Uint8Array(encoded.length + 5);
    larger.set(encoded, 5);
    expect(decodeScanState(larger.subarray(5))?.open).toEqual([22, 443]);
  });
});
