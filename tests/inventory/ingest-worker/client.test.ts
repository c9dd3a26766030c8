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
const NO_WORKER = new URL('file:///nowhere/worker.js');

function wire(sections: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(
    `hostwarden-report 1 abcdefgh\n${Object.entries(sections)
      .map(([name, text]) => `--abcdefgh ${name}\n${text}\n`)
      .join('')}--abcdefgh--\n`,
  );
}

/** A reader with its own tables of ids. `requested`: all requests to resolve ids. */
function setUp(options: ReportReaderOptions) {
  const requested: MissingIds[] = [];
  const ids = new Map<string, number>();
  const state = { gcCount: 0 };
  const idOf = (text: string): number => ids.get(text) ?? ids.set(text, ids.size + 1).size;
  const resolveIds = async (missing: MissingIds): Promise<ResolvedIds> => {
    requested.push(missing);
    return {
      lines: missing.lines.map(idOf),
      packages: missing.packages.map((p) => idOf(`${p.name} ${p.version}`)),
      gcCount: state.gcCount,
    };
  };
  const { index } = createReportReader(resolveIds, { idleMs: 100, ...options });
  return {
    requested,
    state,
    index: (report: Parameters<typeof index>[0]): Promise<IndexResult> =>
      index(report, () => ({ gcCount: state.gcCount, lastStored: null })),
  };
}

const REPORT = debianReport([
  { name: 'a', version: '1' },
  { name: 'b', version: '2' },
]);

describe.each([
  ['with a worker thread', worker.url],
  ['without a worker thread', NO_WORKER],
])('the report reader %s', (_where, url) => {
  it('indexes bytes and sections alike', async () => {
    const { index } = setUp({ url });
    const bytes = await index(wire(REPORT));
    const sections = await index(REPORT);
    expect(bytes).toMatchObject({
      ok: true,
      report: { packages: { names: ['a', 'b'], installed: [null, null] } },
    });
    expect(sections).toEqual(bytes);
  });

  it('requests ids once, and again after a garbage collection', async () => {
    const { index, requested, state } = setUp({ url });
    const first = await index(REPORT);
    expect(await index(REPORT)).toEqual(first);
    expect(requested).toHaveLength(1);
    await index(
      debianReport([
        { name: 'a', version: '1' },
        { name: 'c', version: '3' },
      ]),
    );
    expect(requested[1]?.packages.map((p) => p.name)).toEqual(['c']);
    state.gcCount = 1;
    await index(REPORT);
    expect(requested[2]?.packages.map((p) => p.name)).toEqual(['a', 'b']);
  });

  it('assigns one id to a package that is listed twice', async () => {
    const { index } = setUp({ url });
    const line = 'a\t1\tamd64\ta\t1\tii \t1\n';
    const result = await index({ ...REPORT, dpkg: line + line });
    expect(result).toMatchObject({ ok: true, report: { packages: { names: ['a'] } } });
    expect(result.ok && new Set(result.report.lines.slice(0, 2)).size).toBe(1);
  });

  it('reports the names of packages with unreadable entries', async () => {
    const { index } = setUp({ url });
    expect(await index({ ...REPORT, dpkg: 'a\t1\nb\t\n' })).toMatchObject({
      ok: true,
      report: { packages: { names: ['a'], unreadable: ['b'] } },
    });
  });

  it('returns the reason why a report is not readable', async () => {
    const { index } = setUp({ url });
    expect(await index(Buffer.from('nothing'))).toEqual({
      ok: false,
      reason: 'it is not a collector report',
    });
    expect(await index({ odd: 'x' })).toEqual({
      ok: false,
      reason: 'it contains no known section',
    });
  });

  it('rejects a report whose ids cannot be resolved, and indexes later reports', async () => {
    let isFull = true;
    const { index } = createReportReader(
      async (missing) => {
        if (isFull) throw new Error('the disk is full');
        return {
          lines: missing.lines.map(() => 1),
          packages: missing.packages.map(() => 1),
          gcCount: 0,
        };
      },
      { url, idleMs: 100 },
    );
    const context = () => ({ gcCount: 0, lastStored: null });
    await expect(index(REPORT, context)).rejects.toThrow('the disk is full');
    isFull = false;
    expect(await index(REPORT, context)).toMatchObject({ ok: true });
  });

  it('indexes many concurrent reports', async () => {
    const { index } = setUp({ url });
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => index(debianReport([{ name: `p${i}`, version: '1' }]))),
    );
    expect(
      results.map((r) => r.ok && r.report.packages !== 'unchanged' && r.report.packages?.names),
    ).toEqual(Array.from({ length: 30 }, (_, i) => [`p${i}`]));
  });
});

describe('the report reader', () => {
  it('ignores an Ubuntu Pro status of millions of levels, and stays in its thread', async () => {
    const { index } = setUp({ url: worker.url, heapMb: 128 });
    const report = await index({ ...REPORT, 'ubuntu-pro': '['.repeat(30_000_000) });
    expect(report).toMatchObject({
      ok: true,
      report: { warnings: [{ section: 'ubuntu-pro', message: 'not an Ubuntu Pro status' }] },
    });
  });

  it('refuses a report that exhausts the memory of the thread, and indexes concurrent ones', async () => {
    const { index } = setUp({ url: worker.url, heapMb: 48 });
    const bomb = {
      ...REPORT,
      cpuinfo: 'x'.repeat(1000),
      dpkg: Array.from(
        { length: 400_000 },
        (_, i) => `p${i}\t${i}\tamd64\tp${i}\t${i}\tii \t1`,
      ).join('\n'),
    };
    const [before, refused, after] = await Promise.all([index(REPORT), index(bomb), index(REPORT)]);
    expect(refused).toEqual({ ok: false, reason: 'parsing it exceeds the memory limit' });
    expect([before.ok, after.ok, (await index(REPORT)).ok]).toEqual([true, true, true]);
  });
});
