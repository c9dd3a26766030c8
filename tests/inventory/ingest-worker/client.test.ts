import { afterAll, describe, expect, it } from 'vitest';
import {
  createReportReader,
  type ReportReaderOptions,
} from '../../../src/inventory/ingest-worker/client.js';
import type {
  ResolvedIds,
  IndexResult,
  MissingIds,
} from '../../../src/inventory/ingest-worker/parse.js';
import { compiled } from '../../support/compiled.js';
import { debianReport } from '../../support/reports.js';

const worker = compiled('inventory/ingest-worker/worker.ts', 'report-reader');
afterAll(worker.remove);
const NOWHERE = new URL('file:///nowhere/worker.js');

function wire(sections: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(
    `hostwarden-report 1 abcdefgh\n${Object.entries(sections)
      .map(([name, text]) => `--abcdefgh ${name}\n${text}\n`)
      .join('')}--abcdefgh--\n`,
  );
}

/** A reader over tables of its own; `asked` grows by what it wanted to be numbered. */
function reader(options: ReportReaderOptions) {
  const asked: MissingIds[] = [];
  const numbers = new Map<string, number>();
  const world = { swept: 0 };
  const numberOf = (text: string): number =>
    numbers.get(text) ?? numbers.set(text, numbers.size + 1).size;
  const number = async (unknown: MissingIds): Promise<ResolvedIds> => {
    asked.push(unknown);
    return {
      lines: unknown.lines.map(numberOf),
      packages: unknown.packages.map((p) => numberOf(`${p.name} ${p.version}`)),
      swept: world.swept,
    };
  };
  const { read } = createReportReader(number, { idleMs: 100, ...options });
  return {
    asked,
    world,
    read: (report: Parameters<typeof read>[0]): Promise<IndexResult> =>
      read(report, () => ({ swept: world.swept, known: null })),
  };
}

const two = debianReport([
  { name: 'a', version: '1' },
  { name: 'b', version: '2' },
]);

describe.each([
  ['in a thread', worker.url],
  ['without one', NOWHERE],
])('a reader %s', (_where, url) => {
  it('reads bytes and sections alike', async () => {
    const { read } = reader({ url });
    const [bytes, sections] = [await read(wire(two)), await read(two)];
    expect(bytes).toMatchObject({
      ok: true,
      report: { packages: { names: ['a', 'b'], installed: [null, null] } },
    });
    expect(sections).toEqual(bytes);
  });

  it('asks once for what it saw before, and anew when something was swept', async () => {
    const { read, asked, world } = reader({ url });
    const first = await read(two);
    expect(await read(two)).toEqual(first);
    expect(asked).toHaveLength(1);
    await read(
      debianReport([
        { name: 'a', version: '1' },
        { name: 'c', version: '3' },
      ]),
    );
    expect(asked[1]?.packages.map((p) => p.name)).toEqual(['c']);
    world.swept = 1;
    await read(two);
    expect(asked[2]?.packages.map((p) => p.name)).toEqual(['a', 'b']);
  });

  it('gives a package that is named twice one number', async () => {
    const { read } = reader({ url });
    const line = 'a\t1\tamd64\ta\t1\tii \t1\n';
    const reading = await read({ ...two, dpkg: line + line });
    expect(reading).toMatchObject({ ok: true, report: { packages: { names: ['a'] } } });
    expect(reading.ok && new Set(reading.report.lines.slice(0, 2)).size).toBe(1);
  });

  it('tells of which packages a list tells unreadably', async () => {
    const { read } = reader({ url });
    expect(await read({ ...two, dpkg: 'a\t1\nb\t\n' })).toMatchObject({
      ok: true,
      report: { packages: { names: ['a'], unread: ['b'] } },
    });
  });

  it('says why nothing can be read', async () => {
    const { read } = reader({ url });
    expect(await read(Buffer.from('nothing'))).toEqual({
      ok: false,
      why: 'it is no report of a collector',
    });
    expect(await read({ odd: 'x' })).toEqual({
      ok: false,
      why: 'it holds no section that is known here',
    });
  });

  it('fails a reading whose numbers could not be had, and no other', async () => {
    let isFull = true;
    const { read } = createReportReader(
      async (unknown) => {
        if (isFull) throw new Error('the disk is full');
        return {
          lines: unknown.lines.map(() => 1),
          packages: unknown.packages.map(() => 1),
          swept: 0,
        };
      },
      { url, idleMs: 100 },
    );
    await expect(read(two, () => ({ swept: 0, known: null }))).rejects.toThrow('the disk is full');
    isFull = false;
    expect(await read(two, () => ({ swept: 0, known: null }))).toMatchObject({ ok: true });
  });

  it('reads many that come together', async () => {
    const { read } = reader({ url });
    const readings = await Promise.all(
      Array.from({ length: 30 }, (_, i) => read(debianReport([{ name: `p${i}`, version: '1' }]))),
    );
    expect(
      readings.map((r) => r.ok && r.report.packages !== 'unchanged' && r.report.packages?.names),
    ).toEqual(Array.from({ length: 30 }, (_, i) => [`p${i}`]));
  });
});

describe('a report that takes too much memory', () => {
  it('is refused, and others that came with it are read', async () => {
    const { read } = reader({ url: worker.url, heapMb: 48 });
    const bomb = {
      ...two,
      cpuinfo: 'x'.repeat(1000),
      dpkg: Array.from(
        { length: 90_000 },
        (_, i) => `p${i}\t${i}\tamd64\tp${i}\t${i}\tii \t1`,
      ).join('\n'),
    };
    const [before, bad, after] = await Promise.all([read(two), read(bomb), read(two)]);
    expect(bad).toEqual({ ok: false, why: 'reading it takes too much memory' });
    expect([before.ok, after.ok, (await read(two)).ok]).toEqual([true, true, true]);
  });
});
