import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { text as whole } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/database.js';
import { openKnowledge } from '../../../src/knowledge/open-knowledge.js';
import type { RenderJob } from '../../../src/reports/render-worker/messages.js';
import {
  createReportRenderer,
  type RendererOptions,
} from '../../../src/reports/render-worker/pool.js';
import { compiled } from '../../support/compiled.js';

const worker = compiled('reports/render-worker/worker.ts', 'report-maker');
const folder = mkdtempSync(join(tmpdir(), 'hostwarden-maker-'));
afterAll(() => {
  worker.remove();
  rmSync(folder, { recursive: true, force: true });
});
const files = await seeded(3_000);
const NEVER = new AbortController().signal;
const job = (more: Partial<RenderJob> = {}): RenderJob => ({
  kind: 'chain',
  templateId: 1,
  upTo: 1e9,
  since: 0,
  last: 1e9,
  withHidden: false,
  format: 'json',
  now: 1_790_000_000,
  files,
  ...more,
});

/** A finished scan of many hosts that nobody could reach: a text of some hundred kilobytes. */
async function seeded(hosts: number): Promise<RenderJob['files']> {
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

function maker(options: RendererOptions = {}) {
  const made = createReportRenderer({ url: worker.url, idleMs: 50, ...options });
  onTestFinished(() => {
    made.close();
  });
  return made;
}

describe.each([
  ['in a thread', worker.url],
  ['without one', new URL('file:///nowhere/worker.js')],
])('a report made %s', (_where, url) => {
  it.each(['json', 'csv', 'markdown', 'html'] as const)('is whole as %s', async (format) => {
    const { lastTask, worstNew, text } = await maker({ url }).render(job({ format }), NEVER);
    expect([lastTask, worstNew]).toEqual([7, null]);
    const told = await whole(text);
    expect(told.match(/It did not answer – at all\\?\./g)?.length).toBe(
      format === 'html' ? 1_000 : 3_000,
    );
    expect(told).toContain(format === 'html' || format === 'markdown' ? 'Näch†ly' : 'höst');
  });

  it('comes in pieces of 64 KiB at most', async () => {
    const { text } = await maker({ url }).render(job(), NEVER);
    const sizes: number[] = [];
    text.on('data', (piece: Buffer) => sizes.push(piece.length)); // an iterator would join what waits
    await once(text, 'end');
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
    expect(sizes.length).toBeGreaterThan(3);
  });

  it('says that there is none', async () => {
    const { lastTask, text } = await maker({ url }).render(
      job({ kind: 'task-diff', upTo: 6 }),
      NEVER,
    );
    expect(lastTask).toBeNull();
    text.destroy();
  });

  it('that cannot be made is refused before the text begins', async () => {
    const made = maker({ url });
    await expect(
      made.render(job({ files: { ...files, database: join(folder, 'missing.db') } }), NEVER),
    ).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    expect(await whole((await made.render(job(), NEVER)).text)).toContain('höst');
  });
});

describe('the threads that make reports', () => {
  it('wait for a reader that is slow', async () => {
    const { text } = await maker().render(job({ format: 'json' }), NEVER);
    await wait(200);
    expect(text.readableLength).toBeLessThanOrEqual(2 * 65_536);
    expect(JSON.parse(await whole(text))).toMatchObject({ data: [{ task_id: 7 }] });
  });

  it('make two at once, and let others wait until one of these is done or not wanted any more', async () => {
    const made = maker();
    const first = await made.render(job({ files: await big() }), NEVER);
    const second = await made.render(job({ files: await big() }), NEVER);
    let isThere = false;
    const third = made.render(job(), NEVER).then((m) => {
      isThere = true;
      return m;
    });
    await wait(300);
    expect(isThere).toBe(false);
    first.text.destroy();
    expect(await whole((await third).text)).toContain('höst');
    second.text.destroy();
  });

  it('are ended with a report that nobody waits for, and make the next', async () => {
    const made = maker();
    const gone = new AbortController();
    const unwanted = made.render(job(), gone.signal);
    gone.abort();
    await expect(unwanted).rejects.toThrow('Nobody waits');
    await expect(made.render(job(), gone.signal)).rejects.toThrow('Nobody waits');
    expect(await whole((await made.render(job(), NEVER)).text)).toContain('höst');
  });

  it('give up a report of which nobody takes anything', async () => {
    const { text } = await maker({ stallMs: 100 }).render(job({ files: await big() }), NEVER);
    await expect(
      new Promise((_resolve, reject) => {
        text.once('error', reject);
      }),
    ).rejects.toThrow('Nobody took');
  });

  it('are ended when the service closes', async () => {
    const made = maker();
    const { text } = await made.render(job({ files: await big() }), NEVER);
    const broken = new Promise((_resolve, reject) => {
      text.once('error', reject);
    });
    made.close();
    await expect(broken).rejects.toThrow('was ended');
  });

  it('fail with a report that needs too much memory, and make the next', async () => {
    const made = maker({ heapMb: 20 });
    await expect(
      made.render(job({ files: await big() }), NEVER).then(({ text }) => whole(text)),
    ).rejects.toThrow(/memory/);
    expect(await whole((await made.render(job(), NEVER)).text)).toContain('höst');
  });
});

let bigOne: Promise<RenderJob['files']> | undefined;
/** More than may be on its way at once: some megabytes. */
function big(): Promise<RenderJob['files']> {
  return (bigOne ??= (async () => {
    const names = { ...files, database: join(folder, 'big.db') };
    const { openSqlite } = await import('../../../src/database/sqlite.js');
    const small = openSqlite(files.database, { readonly: true });
    await small.backup(names.database);
    small.close();
    const sqlite = openSqlite(names.database);
    sqlite.exec(
      "WITH RECURSIVE n (i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, detail) SELECT 7, i, '10.0.0.1', 'h', 'unreachable', 'It did not answer.' FROM n",
    );
    sqlite.close();
    return names;
  })());
}
