import { describe, expect, it } from 'vitest';
import { runCommand, startTestService } from '../../support/command-service.js';
import { fakeTaskType, until } from '../../support/fake-task-type.js';

async function setUp() {
  const type = fakeTaskType({ name: 'pentest' });
  const service = await startTestService({ types: [type] });
  const { url, token } = service.connection;
  const run = (args: string[], style: { columns?: number; signal?: AbortSignal } = {}) =>
    runCommand([...args, '--url', url, '--token', token], style);
  await run(['host', 'add', '10.0.0.1', '--name', 'web-1']);
  await run(['template', 'create', 'nightly', '--host', 'web-1']);
  await run(['template', 'run', 'nightly']);
  await until(() => type.works.length === 1);
  return { ...service, run, type };
}

describe('hostwarden task', () => {
  it('lists tasks in 80 columns, in a pipe and as JSON', async () => {
    const { run } = await setUp();
    const lines = (await run(['task', 'list'], { columns: 80 })).out.split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    const [head, row] = (await run(['task', 'list', '--status', 'working'])).out.split('\n');
    expect(head).toBe('NUMBER\tTEMPLATE\tTYPE\tSTATUS\tHOSTS\tSTARTED\tSTATE');
    expect(row).toMatch(/^TASK-00001\tnightly\tpentest\tworking\t0\/1\t/);
    const listed = await run(['task', 'list', '--template', 'nightly', '--json']);
    expect(JSON.parse(listed.out)).toMatchObject([{ id: 1, status: 'working' }]);
    expect((await run(['task', 'list', '--status', 'failed'])).err).toBe('No tasks.\n');
  });

  it('lists the newest 50 tasks on a terminal, and says how to list all', async () => {
    const { run, ctx } = await setUp();
    const start = { template_id: 1, trigger: 'manual', scheduled_for: null } as const;
    ctx.database.sqlite.transaction(() => {
      for (let n = 2; n <= 60; n += 1) {
        ctx.startTasks([{ ...start, login_role: 'admin' }], 1_790_000_000);
        ctx.database.sqlite.exec("UPDATE tasks SET status = 'stopped' WHERE id > 1");
      }
    })();
    const { out, err } = await run(['task', 'list'], { columns: 80 });
    expect(out.match(/TASK-\d+/g)).toHaveLength(50);
    expect(out).toContain('TASK-00060');
    expect(err).toBe('The newest 50 of 60 tasks; "--limit 60" lists all of them.\n');
    const all = await run(['task', 'list', '--limit', '60'], { columns: 80 });
    expect([all.out.match(/TASK-\d+/g)?.length, all.err]).toEqual([60, '']);
    expect((await run(['task', 'list'])).out.trimEnd().split('\n')).toHaveLength(61);
    expect(JSON.parse((await run(['task', 'list', '--json'])).out)).toHaveLength(60);
    expect(JSON.parse((await run(['task', 'list', '--json', '--limit', '3'])).out)).toHaveLength(3);
  });

  it('watches a task until it completes', async () => {
    const { run, type } = await setUp();
    const watching = run(['task', 'watch', 'TASK-00001', '--json']);
    type.works[0]?.end();
    const { code, out } = await watching;
    expect(code).toBe(0);
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(events.at(-1)).toMatchObject({ event: 'task.completed', task_id: 1, percent: 100 });
    expect((await run(['task', 'watch', '1'])).out).toContain('(TASK-00001)  completed  100 %');
  });

  it('exits with 1 after a task that was stopped', async () => {
    const { run } = await setUp();
    const watching = run(['task', 'watch', '1']);
    const stopped = await run(['task', 'stop', '1', '--wait', '--json']);
    expect(stopped.code).toBe(0);
    expect(JSON.parse(stopped.out)).toMatchObject({ status: 'stopped' });
    expect((await watching).code).toBe(1);
  });

  it('says that a task is still stopping when the wait is interrupted', async () => {
    const { run } = await setUp();
    const signal = AbortSignal.abort();
    const { code, err } = await run(['task', 'stop', '1', '--wait'], { signal });
    expect(code).toBe(130);
    expect(err).toBe('Interrupted; the task is still stopping\n');
  });

  it('shows the outcome of each host', async () => {
    const { run, type } = await setUp();
    type.works[0]?.end({ outcome: 'unreachable', reason: 'no_answer', detail: 'Nothing answered' });
    await run(['task', 'watch', '1']);
    expect((await run(['task', 'show', '1'])).out).toContain('TEMPLATE\tnightly\n');
    expect((await run(['task', 'show', '1'])).out).toContain(
      'web-1\t10.0.0.1\tunreachable\tNothing answered\n',
    );
    const shown = JSON.parse((await run(['task', 'show', '1', '--json'])).out) as object;
    expect(shown).toMatchObject({ id: 1, status: 'failed', hosts: [{ outcome: 'unreachable' }] });
  });

  it.each([
    [['show', 'nightly'], 2],
    [['show', '99'], 1],
    [['watch', 'TASK-00000'], 2],
    [['stop', '99'], 1],
    [['list', '--template', 'nowhere'], 1],
    [['list', '--status', 'done'], 2],
  ])('rejects %j with one line and the exit code %i', async (args, code) => {
    const { run } = await setUp();
    const outcome = await run(['task', ...args]);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
  });
});
