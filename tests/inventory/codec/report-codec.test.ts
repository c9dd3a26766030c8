import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lineIds,
  encodeReport,
  splitReport,
  decodeSections,
} from '../../../src/inventory/codec/report-codec.js';
import type { Sections } from '../../../src/inventory/report/sections.js';

/** A store of lines as small as can be: numbers from `first`, given in the order of asking. */
function lineStore(first = 1) {
  const ids = new Map<string, number>();
  const number = (shared: readonly string[]): number[] =>
    shared.map((line) => {
      const id = ids.get(line) ?? first + ids.size;
      ids.set(line, id);
      return id;
    });
  const lineOf = (id: number): string | undefined =>
    [...ids].find(([, known]) => known === id)?.[0];
  return {
    ids,
    pack: (s: Sections) => {
      const taken = splitReport(s);
      return encodeReport(taken, number(taken.shared));
    },
    lineOf,
  };
}

const RPM =
  'bash\t(none)\t5.1.8\t9.el9\tx86_64\tbash-5.1.8-9.el9.src.rpm\t(none)\tAlmaLinux\t1700000001\t7738634\nglibc\t(none)\t2.34\t100.el9\tx86_64\tglibc-2.34.src.rpm\t(none)\tAlmaLinux\t1700000003\t6241442\n';

describe('a packed report', () => {
  it('comes back to the character, whatever its sections hold', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z]{1,4}\t[0-9.]{1,5}\t\d{8,10}$/),
      fc.constantFrom(
        'a\t\t\t\t\t\t\t\t1700000000\t5',
        '\u0000',
        'x\r',
        '{"name":"x","date":"20240131"}',
        '\ud800',
        '',
      ),
    );
    const text = fc
      .array(line, { maxLength: 30 })
      .chain((lines) => fc.constantFrom('\n', '\n\n', '\r\n').map((s) => lines.join(s)));
    const name = fc.oneof(
      fc.constantFrom(
        'dpkg',
        'rpm',
        'apk',
        'pacman',
        'windows-programs',
        'windows-hotfixes',
        'uptime',
        '__proto__',
        'constructor',
      ),
      fc.string({ minLength: 1, maxLength: 12 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, text), { maxLength: 6 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (entries, first) => {
          const sections = Object.fromEntries(entries);
          const store = lineStore(first);
          const packed = store.pack(sections);
          expect(decodeSections(packed, store.lineOf)).toEqual(sections);
          expect(new Set(lineIds(packed))).toEqual(new Set(store.ids.values()));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('shares the lines of two hosts that differ in nothing but the times of installation', () => {
    const store = lineStore();
    store.pack({ rpm: RPM });
    const known = store.ids.size;
    const other = RPM.replaceAll('170000000', '179999999');
    expect(decodeSections(store.pack({ rpm: other }), store.lineOf)).toEqual({ rpm: other });
    expect(store.ids.size).toBe(known);
  });

  it('takes little room for a list that another host has too', () => {
    const store = lineStore();
    const list = Array.from(
      { length: 900 },
      (_, i) => `package-${i}\t1.${i}\tamd64\tsource-${i}\t1.${i}\tii \t${i}\n`,
    ).join('');
    expect(store.pack({ dpkg: list }).length).toBeLessThan(60);
    const subset = list
      .split('\n')
      .filter((_, i) => i % 3 > 0)
      .join('\n');
    expect(store.pack({ dpkg: subset }).length).toBeLessThan(100);
  });

  it('is refused when it is cut off, of another format, or names a line that is gone', () => {
    const store = lineStore();
    const packed = store.pack({ rpm: RPM, uptime: '1.00 2.00\n' });
    expect(() => decodeSections(packed, () => undefined)).toThrow(RangeError);
    expect(() =>
      decodeSections(Buffer.concat([Buffer.of(9), packed.subarray(1)]), store.lineOf),
    ).toThrow(RangeError);
    for (let length = 1; length < packed.length; length += 1)
      expect(() => decodeSections(packed.subarray(0, length), store.lineOf)).toThrow();
  });
});
