import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/database.js';
import { openSqlite } from '../../../src/database/sqlite.js';
import { openKnowledge } from '../../../src/knowledge/open-knowledge.js';
import type { RenderJob } from '../../../src/reports/render-worker/messages.js';
import {
  createReportRenderer,
  type RendererOptions,
} from '../../../src/reports/render-worker/pool.js';
import { CHUNKS_PER_TICK } from '../../../src/reports/render-worker/stream.js';
import { compiled } from '../../support/compiled.js';

const worker = compiled('reports/render-worker/worker.ts', 'render-worker');
const folder = mkdtempSync(join(tmpdir(), 'hostwarden-reports-'));
afterAll(() => {
  worker.remove();
  rmSync(folder, { recursive: true, force: true });
});
const files = await createDatabases(3_000);
const largeFiles = await createLargeDatabase();
const NEVER = new AbortController().signal;
const createJob = (more: Partial<RenderJob> = {}): RenderJob => ({
  kind: 'chain',
  templateId: 1,
  upTo: 1e9,
  since: 0,
  last: 1e9,
  withHidden: false,
  withOpen: false,
  minSeverity: null,
  format: 'json',
  now: 1_790_000_000,
  staleDays: 7,
  files,
  ...more,
});
const largeJob = createJob({ files: largeFiles });

/** Creates databases with a finished scan of unreachable hosts: a report of some hundred kilobytes. */
async function createDatabases(hosts: number): Promise<RenderJob['files']> {
  const names = { database: join(folder, 'main.db'), knowledge: join(folder, 'knowledge.db') };
  openKnowledge(names.knowledge, 1).close();
  const database = openDatabase(names.database, 1);
  database.sqlite
    .exec(`INSERT INTO templates (id, name, type, created_at, updated_at) VALUES (1, 'Näch†ly', 'pentest', 1, 1);
    INSERT INTO tasks (id, templates_id, task_type, status, percent, state, "trigger", hosts_total, hosts_done, created_at, updated_at, started_at, finished_at) VALUES (7, 1, 'pentest', 'completed', 100, 'Completed', 'schedule', 0, 0, 1, 1, 1, 1000)`);
  const host = database.sqlite.prepare(
    "INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, detail) VALUES (7, ?, '10.0.0.1', 'höst', 'unreachable', 'It did not answer – at all.')",
  );
  database.sqlite.transaction(() => {
    for (let id = 1; id <= hosts; id += 1) host.run(id);
  })();
  await database.close();
  return names;
}

/** Creates a database whose report has some megabytes: more than may be in flight. */
async function createLargeDatabase(): Promise<RenderJob['files']> {
  const names = { ...files, database: join(folder, 'large.db') };
  const small = openSqlite(files.database, { readonly: true });
  await small.backup(names.database);
  small.close();
  const sqlite = openSqlite(names.database);
  sqlite.exec(
    "WITH RECURSIVE n (i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, detail) SELECT 7, i, '10.0.0.1', 'h', 'unreachable', 'It did not answer.' FROM n",
  );
  sqlite.close();
  return names;
}

function createRenderer(options: RendererOptions = {}) {
  const renderer = createReportRenderer({ url: worker.url, idleMs: 50, ...options });
  onTestFinished(() => {
    renderer.close();
  });
  return renderer;
}

describe.each([
  ['a worker thread', worker.url],
  ['this thread', new URL('file:///nowhere/worker.js')],
])('a report rendered in %s', (_where, url) => {
  it.each(['json', 'csv', 'markdown', 'html'] as const)('is complete as %s', async (format) => {
    const report = await createRenderer({ url }).render(createJob({ format }), NEVER);
    expect([report.lastTask, report.worstNew]).toEqual([7, null]);
    const text = await readAll(report.text);
    expect(text.match(/It did not answer – at all\\?\./g)?.length).toBe(
      1 + (format === 'html' ? 1_000 : 3_000), // and once for what was not checked
    );
    expect(text).toContain(format === 'html' || format === 'markdown' ? 'Näch†ly' : 'höst');
  });

  it('has chunks of at most 64 KiB', async () => {
    const { text } = await createRenderer({ url }).render(createJob(), NEVER);
    const sizes: number[] = [];
    text.on('data', (chunk: Buffer) => sizes.push(chunk.length)); // an iterator would join waiting chunks
    await once(text, 'end');
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
    expect(sizes.length).toBeGreaterThan(3);
  });

  it('has no last task if the task does not exist', async () => {
    const job = createJob({ kind: 'task-diff', upTo: 6 });
    const { lastTask, text } = await createRenderer({ url }).render(job, NEVER);
    expect(lastTask).toBeNull();
    text.destroy();
  });

  it('fails before its text if the database cannot be opened', async () => {
    const renderer = createRenderer({ url });
    const job = createJob({ files: { ...files, database: join(folder, 'missing.db') } });
    await expect(renderer.render(job, NEVER)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    expect(await readAll((await renderer.render(createJob(), NEVER)).text)).toContain('höst');
  });
});

describe('the report renderer', () => {
  it('waits for a slow reader', async () => {
    const { text } = await createRenderer().render(createJob({ format: 'json' }), NEVER);
    await sleep(200);
    expect(text.readableLength).toBeLessThanOrEqual(2 * 65_536);
    expect(JSON.parse(await readAll(text))).toMatchObject({ data: [{ task_id: 7 }] });
  });

  it('lets other callbacks run between chunks, however fast the reader is', async () => {
    const { text } = await createRenderer().render(largeJob, NEVER);
    let chunksInTick = 0;
    let max = 0;
    let total = 0;
    let isDone = false;
    const tick = (): void => {
      max = Math.max(max, chunksInTick);
      chunksInTick = 0;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    const sink = new Writable({
      highWaterMark: 1 << 30,
      write: (_chunk, _encoding, done) => {
        chunksInTick += 1;
        total += 1;
        done();
      },
    });
    await once(text.pipe(sink), 'finish');
    isDone = true;
    expect(total).toBeGreaterThan(30);
    expect(Math.max(max, chunksInTick)).toBeLessThanOrEqual(CHUNKS_PER_TICK);
  });

  it('renders two reports at once; a third waits until one of them is finished or aborted', async () => {
    const renderer = createRenderer();
    const first = await renderer.render(largeJob, NEVER);
    const second = await renderer.render(largeJob, NEVER);
    let hasStarted = false;
    const third = renderer.render(createJob(), NEVER).then((report) => {
      hasStarted = true;
      return report;
    });
    await sleep(300);
    expect(hasStarted).toBe(false);
    first.text.destroy();
    expect(await readAll((await third).text)).toContain('höst');
    second.text.destroy();
  });

  it('reuses a worker that has sent its report, although nothing of it was read', async () => {
    const renderer = createRenderer();
    const job = createJob({ format: 'html' }); // fits into the chunks in flight
    const reports = await Promise.all([1, 2, 3].map(() => renderer.render(job, NEVER)));
    for (const { text } of reports) expect(await readAll(text)).toContain('</html>');
  });

  it('terminates the worker of an aborted report, and renders the next one', async () => {
    const renderer = createRenderer();
    const controller = new AbortController();
    const reason = new Error('The client disconnected');
    const aborted = renderer.render(createJob(), controller.signal);
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await expect(renderer.render(createJob(), controller.signal)).rejects.toBe(reason);
    expect(await readAll((await renderer.render(createJob(), NEVER)).text)).toContain('höst');
  });

  it('destroys a text that is not read in time', async () => {
    const { text } = await createRenderer({ stallMs: 100 }).render(largeJob, NEVER);
    await expect(
      new Promise((_resolve, reject) => {
        text.once('error', reject);
      }),
    ).rejects.toThrow('not read in time');
  });

  it('destroys the texts in progress when it closes', async () => {
    const renderer = createRenderer();
    const { text } = await renderer.render(largeJob, NEVER);
    const failed = new Promise((_resolve, reject) => {
      text.once('error', reject);
    });
    renderer.close();
    await expect(failed).rejects.toThrow('was ended');
  });

  it('fails a report that needs too much memory, and renders the next one', async () => {
    const renderer = createRenderer({ heapMb: 20 });
    await expect(
      renderer.render(largeJob, NEVER).then(({ text }) => readAll(text)),
    ).rejects.toThrow(/memory/);
    expect(await readAll((await renderer.render(createJob(), NEVER)).text)).toContain('höst');
  });
});
