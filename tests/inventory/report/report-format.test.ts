import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReport } from '../../../src/inventory/report/report-format.js';
import { collect, installedShells } from '../../support/agent-process.js';

const wire = (sections: [string, string][], end = '--hwAbc12345--\n'): Buffer =>
  Buffer.from(
    'hostwarden-report 1 hwAbc12345\n' +
      `${sections.map(([name, text]) => `--hwAbc12345 ${name}\n${text}\n`).join('')}${end}`,
  );

describe('a report', () => {
  it.each([
    [
      'texts with and without an end of line',
      [
        ['a', 'x\ny\n'],
        ['b', 'x'],
        ['c', ''],
      ],
    ],
    ['lines that look like boundaries', [['a', '--\n--other 1\n--hwAbc1234\n']]],
    [
      'blank lines and line ends of Windows',
      [
        ['a', '\n\n'],
        ['b', 'x\r\n\r\n'],
      ],
    ],
    ['no section', []],
    ['umlauts', [['a', 'äöü €\n']]],
  ] satisfies [string, [string, string][]][])('preserves %s', async (_title, sections) => {
    const expected = { ok: true, sections: Object.fromEntries(sections) };
    expect(decodeReport(wire(sections))).toEqual(expected);
    expect(decodeReport(gzipSync(wire(sections)))).toEqual(expected);
  });

  it.each([
    ['ubuntu-pro', { ok: false, reason: 'too_large' }],
    ['dpkg', { ok: true }],
  ])('has at most 8 MiB in a section, unless it is a package list: %s', (name, expected) => {
    const text = '['.repeat((8 << 20) + 1);
    expect(decodeReport(gzipSync(wire([[name, text]])))).toMatchObject(expected);
    expect(decodeReport(wire([[name, text.slice(1)]]))).toMatchObject({ ok: true });
  });

  it('is decompressed as a whole when the last four bytes are the size of a part', () => {
    const data = wire([['a', 'x'.repeat(100_000)]]);
    const bytes = Buffer.concat(
      [data.subarray(0, 90_000), data.subarray(90_000)].map((part) => gzipSync(part)),
    );
    expect(decodeReport(bytes)).toEqual(decodeReport(data));
  });

  it.each([0, 1, 0xffffffff])('is damaged when it states the wrong size %i', (size) => {
    const bytes = gzipSync(wire([['a', 'x'.repeat(100_000)]]));
    bytes.writeUInt32LE(size, bytes.length - 4);
    expect(decodeReport(bytes)).toEqual({ ok: false, reason: 'damaged' });
  });

  it('preserves the text of each section', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), fc.string({ unit: 'binary' })),
          { maxLength: 8 },
        ),
        async (list) => {
          const sections = Object.fromEntries(
            list.map(([name, text]) => [name, Buffer.from(text).toString()]),
          );
          expect(decodeReport(wire(Object.entries(sections)))).toEqual({ ok: true, sections });
        },
      ),
    );
  });

  it('keeps the first of two sections with one name, and ignores invalid names', async () => {
    expect(
      decodeReport(
        wire([
          ['a', '1'],
          ['a', '2'],
          ['__proto__', '3'],
          ['A b', '4'],
          ['z', '5'],
        ]),
      ),
    ).toEqual({ ok: true, sections: { a: '1', z: '5' } });
  });

  it('replaces bytes that are not UTF-8', async () => {
    const decoded = decodeReport(
      Buffer.concat([
        Buffer.from('hostwarden-report 1 abcdefgh\n--abcdefgh a\n'),
        Buffer.from([0xff, 0, 0xc3]),
        Buffer.from('\n--abcdefgh--\n'),
      ]),
    );
    expect(decoded).toEqual({ ok: true, sections: { a: '\ufffd\0\ufffd' } });
  });
});

describe('bytes that are not a report', () => {
  const good = wire([
    ['a', 'text\n'],
    ['b', 'more\n'],
  ]);
  it.each([
    ['nothing', Buffer.alloc(0), 'not_a_report'],
    ['a page', Buffer.from('<html>'), 'not_a_report'],
    [
      'another version',
      Buffer.from('hostwarden-report 2 abcdefgh\n--abcdefgh--\n'),
      'not_a_report',
    ],
    [
      'text between the first line and the first boundary',
      Buffer.from('hostwarden-report 1 abcdefgh\nx\n--abcdefgh--\n'),
      'not_a_report',
    ],
    ['no end', wire([['a', 'text\n']], ''), 'truncated'],
    ['a damaged archive', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]), 'damaged'],
    ['half an archive', gzipSync(good).subarray(0, 40), 'damaged'],
    [
      'endless sections',
      wire(Array.from({ length: 200 }, (_, at) => [`s${at}`, ''])),
      'not_a_report',
    ],
  ])('are refused with the reason: %s', async (_title, data, reason) => {
    expect(decodeReport(data)).toEqual({ ok: false, reason });
  });

  it('are a report that is truncated anywhere', async () => {
    for (let length = 0; length < good.length - 1; length += 1)
      expect(decodeReport(good.subarray(0, length))).toMatchObject({ ok: false });
  });

  it('are a report that decompresses to more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(2 << 20));
    expect(bomb.length).toBeLessThan(4096);
    expect(decodeReport(bomb, 1 << 20)).toEqual({ ok: false, reason: 'too_large' });
    expect(decodeReport(Buffer.alloc(1025), 1024)).toEqual({ ok: false, reason: 'too_large' });
  });

  it('never throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        expect(decodeReport(Buffer.from(bytes)).ok).toBe(false);
      }),
    );
  });
});

describe.each(installedShells().map((shell) => ({ shell, title: shell.join(' ') })))(
  'the collector in $title',
  ({ shell }) => {
    it('writes a readable report without failed sections', async () => {
      const decoded = decodeReport(collect(shell));
      expect(decoded).toMatchObject({ ok: true, sections: { failed: '\n' } });
      expect(Object.keys(decoded.ok ? decoded.sections : {})).toEqual(
        expect.arrayContaining([
          'collected-at',
          'os-release',
          'hostname',
          'uname',
          'cpuinfo',
          'meminfo',
          'uptime',
          'reboot',
        ]),
      );
    });
  },
);
