// cspell:ignore nigthly
import { describe, expect, it } from 'vitest';
import type { HostResult } from '../../../src/tasks/task-type.js';
import { runCommand, startTestService } from '../../support/command-service.js';
import { DONE, fakeTaskType } from '../../support/fake-task-type.js';

/** @param outcome of each host; undefined: the host stays in progress */
async function setUp(outcome?: HostResult['outcome']) {
  const instant = outcome && (() => ({ ...DONE, outcome }));
  const type = fakeTaskType({ name: 'pentest', ...(instant && { instant }) });
  const service = await startTestService({ types: [type] });
  const { url, token } = service.connection;
  const run = (args: string[], style: { columns?: number; signal?: AbortSignal } = {}) =>
    runCommand([...args, '--url', url, '--token', token], style);
  await run(['host', 'add', '127.0.0.1', '--name', 'here']);
  await run(['group', 'create', 'office', 'here']);
  return { ...service, run };
}

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('hostwarden template', () => {
  it('creates a template from words', async () => {
    const { run } = await setUp();
    const { code, out, err } = await run([
      ...['template', 'create', 'nightly', '--host', 'here', '--group', 'office'],
      ...['--ports', '22,8000-8100', '--speed', '2', '--no-checks'],
      ...['--daily', '02:30', '--timezone', 'UTC', '--json'],
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const created = json(out);
    expect(created).toMatchObject({
      name: 'nightly',
      type: 'pentest',
      hosts: [1],
      groups: [1],
      params: { ports: ['22', '8000-8100'], speed: '2', checks: 'off' },
      schedule: { type: 3, recurrence: 1, enabled: true, end_time: null },
    });
    const { start_time } = created.schedule as { start_time: number };
    expect(start_time % 86_400).toBe(2.5 * 3600);
  });

  it('warns if the service plans days in another time zone', async () => {
    const { run } = await setUp();
    const create = ['template', 'create', 'a', '--daily', '02:30', '--timezone', 'Europe/Berlin'];
    const { code, err } = await run(create);
    expect(code).toBe(0);
    expect(err).toContain('SCHEDULE_TIMEZONE=Europe/Berlin');
  });

  it('lists templates with their schedules in 80 columns and in a pipe', async () => {
    const { run } = await setUp();
    await run(['template', 'create', 'x'.repeat(90), '--group', 'office', '--every', '6h']);
    const lines = (await run(['template', 'list'], { columns: 80 })).out.split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    const [head, row] = (await run(['template', 'list'])).out.split('\n');
    expect(head).toBe('ID\tNAME\tTYPE\tTARGETS\tSCHEDULE\tNEXT START');
    expect(row).toMatch(/^1\tx{90}\tpentest\t1 group\tevery 6 hours\t20\d\d-.*Z$/);
  });

  it('changes what is given, and keeps the rest', async () => {
    const { run } = await setUp();
    await run(['template', 'create', 'a', '--host', 'here', '--ports', '22', '--every', '6h']);
    await run(['template', 'edit', 'a', '--speed', '1', '--add-group', 'office']);
    expect(json((await run(['template', 'show', 'a', '--json'])).out)).toMatchObject({
      hosts: [1],
      groups: [1],
      params: { ports: ['22'], speed: '1' },
      schedule: { type: 2, recurrence: 6 },
    });
    await run(['template', 'edit', 'a', '--no-schedule', '--remove-host', 'here']);
    expect(json((await run(['template', 'show', 'a', '--json'])).out)).toMatchObject({
      hosts: [],
      schedule: null,
    });
  });

  it('keeps what commands change at the same time', async () => {
    const { run } = await setUp();
    await run(['host', 'add', '127.0.0.2', '127.0.0.3']);
    await run(['template', 'create', 'a', '--host', 'here', '--speed', '1']);
    await Promise.all([
      run(['template', 'edit', 'a', '--add-host', '2']),
      run(['template', 'edit', 'a', '--add-host', '3', '--ports', '22']),
      run(['template', 'edit', 'a', '--add-group', 'office', '--no-checks']),
    ]);
    expect(json((await run(['template', 'show', 'a', '--json'])).out)).toMatchObject({
      hosts: [1, 2, 3],
      groups: [1],
      params: { ports: ['22'], speed: '1', checks: 'off' },
    });
  });

  it('takes back what was given before', async () => {
    const { run } = await setUp();
    const create = ['template', 'create', 'a', '--host', 'here', '--no-checks', '--ports', '22'];
    await run(create);
    await run(['template', 'edit', 'a', '--checks', '--ports', 'default', '--speed', '4']);
    const shown = json((await run(['template', 'show', 'a', '--json'])).out);
    expect(shown.params).toEqual({ speed: '4' });
    const defaults = ['template', 'create', 'b', '--checks', '--ports', 'default', '--json'];
    expect(json((await run(defaults)).out).params).toBeNull();
  });

  it('disables and enables schedules, previews starts and removes templates', async () => {
    const { run } = await setUp();
    await run(['template', 'create', 'a', '--host', 'here', '--every', '6h']);
    expect((await run(['template', 'disable', 'a'])).out).toBe('Disabled template 1, "a".\n');
    await run(['template', 'enable', '1']);
    expect((await run(['template', 'preview', 'a', '--count', '3'])).out.split('\n')).toHaveLength(
      5,
    );
    expect((await run(['template', 'history', 'a', '--json'])).out).toBe('[]\n');
    const { out } = await run(['template', 'remove', 'a', '--json']);
    expect(JSON.parse(out)).toEqual([{ id: 1, name: 'a' }]);
    expect((await run(['template', 'list', '--json'])).out).toBe('[]\n');
  });

  it('names the time zone of each time of a schedule', async () => {
    const { run } = await setUp();
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const created = await run(['template', 'create', 'a', '--daily', '02:30', '--host', 'here']);
    expect(created.out).toContain(`every day at 02:30 (${zone}), next start 20`);
    expect(created.out).toContain(` 02:30 ${zone}.\n`);
    const show = await run(['template', 'show', 'a'], { columns: 80 });
    expect(show.out).toContain(`every day at 02:30 (${zone})\n`);
    expect(show.out).toMatch(new RegExp(`NEXT START +20\\d\\d-\\d\\d-\\d\\d 02:30 ${zone}\n`));
    const preview = await run(['template', 'preview', 'a'], { columns: 80 });
    expect(preview.out).toContain(` 02:30 ${zone}\n`);
  });

  it('prints the number of a started task, and with --wait its outcome', async () => {
    const { run } = await setUp('unreachable');
    await run(['template', 'create', 'a', '--host', 'here']);
    expect(await run(['template', 'run', 'a'])).toMatchObject({ code: 0, out: 'TASK-00001\n' });
    const waited = await run(['template', 'run', 'a', '--wait', '--json']);
    expect(waited.code).toBe(1); // no host has a result
    expect(json(waited.out)).toMatchObject({ number_task: 'TASK-00002', status: 'failed' });
  });

  it('turns what was not checked into an exit code', async () => {
    const { run } = await setUp('done');
    await run(['template', 'create', 'a', '--host', 'here']);
    expect((await run(['template', 'run', 'a', '--wait'])).code).toBe(0);
    expect((await run(['template', 'run', 'a', '--fail-on', 'high'])).code).toBe(4);
  });

  it('leaves the task to the service when it is interrupted', async () => {
    const { run } = await setUp();
    await run(['template', 'create', 'a', '--host', 'here']);
    const { code } = await run(['template', 'run', 'a', '--wait'], { signal: AbortSignal.abort() });
    expect(code).toBe(130);
    const [task] = JSON.parse((await run(['task', 'list', '--json'])).out) as { status: string }[];
    expect(task?.status).toBe('working');
    await run(['task', 'stop', '1', '--wait']);
  });

  it.each([
    [['create', 'a', '--host', 'nowhere'], 1],
    [['create', 'a', '--type', 'scan'], 2],
    [['create', 'a', '--ports', '22,'], 2],
    [['create', 'a', '--ports', '70000'], 2],
    [['create', 'a', '--daily', '25:00'], 2],
    [['create', 'a', '--wait'], 2],
    [['create', 'a', '--type', 'inventory'], 2],
    [['create', 'a', '--type', 'inventory', '--ports', '22'], 2],
    [['create', 'a', '--type', 'inventory', '--credential', 'nothing'], 1],
    [['run', 'nowhere'], 1],
    [['edit', 'nowhere', '--name', 'x'], 1],
    [['preview', 'a', '--count', '0'], 2],
    [['enable', 'nowhere'], 1],
  ])('rejects %j with one line and the exit code %i', async (args, code) => {
    const { run } = await setUp();
    const outcome = await run(['template', ...args]);
    expect(outcome.code).toBe(code);
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
    expect(outcome.out).toBe('');
  });

  it('names the template that was probably meant', async () => {
    const { run } = await setUp();
    await run(['template', 'create', 'nightly', '--host', 'here']);
    expect((await run(['template', 'run', 'nigthly'])).err).toContain('did you mean "nightly"?');
  });

  it('says that a template without a schedule has none', async () => {
    const { run } = await setUp();
    await run(['template', 'create', 'a', '--host', 'here']);
    const { code, err } = await run(['template', 'enable', 'a']);
    expect(code).toBe(1);
    expect(err).toContain('no schedule');
  });
});
