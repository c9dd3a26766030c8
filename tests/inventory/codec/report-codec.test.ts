import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lineIds,
  encodeReport,
  splitReport,
  decodeSections,
} from '../../../src/inventory/codec/report-codec.js';
import type { Sections } from '../../../src/inventory/report/sections.js';

/** A minimal store of lines with ids from `first`, in the order of the calls. */
function lineStore(first = 1) {
  const ids = new Map<string, number>();
  const idsFor = (shared: readonly string[]): number[] =>
    shared.map((line) => {
      const id = ids.get(line) ?? first + ids.size;
      ids.set(line, id);
      return id;
    });
  const lineOf = (id: number): string | undefined =>
    [...ids].find(([, known]) => known === id)?.[0];
  return {
    ids,
    encode: (sections: Sections) => {
      const split = splitReport(sections);
      return encodeReport(split, idsFor(split.shared));
    },
    lineOf,
  };
}

const RPM =
  'bash\t(none)\t5.1.8\t9.el9\tx86_64\tbash-5.1.8-9.el9.src.rpm\t(none)\tAlmaLinux\t1700000001\t7738634\n' +
  'glibc\t(none)\t2.34\t100.el9\tx86_64\tglibc-2.34.src.rpm\t(none)\tAlmaLinux\t1700000003\t6241442\n';

const anySections = (): fc.Arbitrary<[string, string][]> => {
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
  return fc.array(fc.tuple(name, text), { maxLength: 6 });
};

describe('the report codec', () => {
  it('restores all sections to the character', () => {
    fc.assert(
      fc.property(anySections(), fc.integer({ min: 1, max: 2 ** 40 }), (entries, first) => {
        const sections = Object.fromEntries(entries);
        const store = lineStore(first);
        const encoded = store.encode(sections);
        expect(decodeSections(encoded, store.lineOf)).toEqual(sections);
        expect(new Set(lineIds(encoded))).toEqual(new Set(store.ids.values()));
      }),
      { numRuns: 500 },
    );
  });

  it('shares the lines of two hosts that differ only in the times of installation', () => {
    const store = lineStore();
    store.encode({ rpm: RPM });
    const known = store.ids.size;
    const other = RPM.replaceAll('170000000', '179999999');
    expect(decodeSections(store.encode({ rpm: other }), store.lineOf)).toEqual({ rpm: other });
    expect(store.ids.size).toBe(known);
  });

  it('encodes a list that another host has too in few bytes', () => {
    const store = lineStore();
    const list = Array.from(
      { length: 900 },
      (_, i) => `package-${i}\t1.${i}\tamd64\tsource-${i}\t1.${i}\tii \t${i}\n`,
    ).join('');
    expect(store.encode({ dpkg: list }).length).toBeLessThan(60);
    const subset = list
      .split('\n')
      .filter((_, i) => i % 3 > 0)
      .join('\n');
    expect(store.encode({ dpkg: subset }).length).toBeLessThan(100);
  });

  it('throws for a truncated report, for another format, and for the id of a missing line', () => {
    const store = lineStore();
    const encoded = store.encode({ rpm: RPM, uptime: '1.00 2.00\n' });
    expect(() => decodeSections(encoded, () => undefined)).toThrow(RangeError);
    for (const format of [1, 9])
      expect(() =>
        decodeSections(Buffer.concat([Buffer.of(format), encoded.subarray(1)]), store.lineOf),
      ).toThrow(RangeError);
    for (let length = 1; length < encoded.length; length += 1)
      expect(() => decodeSections(encoded.subarray(0, length), store.lineOf)).toThrow();
  });
});
