import { describe, expect, it } from 'vitest';
import { runCommand, startTestService } from '../../support/command-service.js';

async function setUp() {
  const service = await startTestService();
  const { url, token } = service.connection;
  const run = (args: string[], style: { columns?: number } = {}) =>
    runCommand([...args, '--url', url, '--token', token], style);
  await run(['host', 'add', '10.0.0.1', '10.0.0.2', '10.0.0.3']);
  return { run };
}

interface GroupJson {
  name: string;
  host_ids: number[];
}

describe('hostwarden group', () => {
  it('creates, lists, changes and removes a group', async () => {
    const { run } = await setUp();
    expect(await run(['group', 'create', 'office', '10.0.0.1', '2'])).toEqual({
      code: 0,
      out: 'Created group 1: office (2 hosts).\n',
      err: '',
    });
    const edit = ['group', 'edit', 'Office', '--name', 'dmz'];
    const changed = await run([...edit, '--add-host', '3', '--remove-host', '10.0.0.1', '--json']);
    expect(JSON.parse(changed.out)).toMatchObject({ name: 'dmz', host_ids: [2, 3] });
    const listed = JSON.parse((await run(['group', 'list', '--json'])).out) as GroupJson[];
    expect(listed).toMatchObject([{ name: 'dmz', host_ids: [2, 3] }]);
    expect((await run(['group', 'list'])).out).toContain('1\tdmz\t2\t\n');
    expect((await run(['group', 'show', 'dmz'])).out).toContain('HOSTS\t10.0.0.2, 10.0.0.3\n');
    const { out } = await run(['group', 'remove', 'dmz', '--json']);
    expect(JSON.parse(out)).toEqual([{ id: 1, name: 'dmz' }]);
    expect((await run(['group', 'list', '--json'])).out).toBe('[]\n');
  });

  it('keeps the members that commands add at the same time', async () => {
    const { run } = await setUp();
    await run(['group', 'create', 'office']);
    await Promise.all([
      run(['group', 'edit', 'office', '--add-host', '1']),
      run(['group', 'edit', 'office', '--add-host', '2']),
      run(['host', 'add', '10.0.0.3', '10.0.0.4', '--group', 'office']),
      run(['host', 'edit', '3', '--name', 'web', '--add-group', 'office']),
    ]);
    const shown = await run(['group', 'show', 'office', '--json']);
    expect(JSON.parse(shown.out)).toMatchObject({ host_ids: [1, 2, 3, 4] });
  });

  it.each([
    [['create', 'office', 'nowhere'], 1],
    [['edit', 'office'], 2],
    [['edit', 'nowhere', '--name', 'x'], 1],
    [['remove', 'nowhere'], 1],
    [['show', '7'], 1],
    [['create', ''], 2],
  ])('rejects %j with one line and the exit code %i', async (args, code) => {
    const { run } = await setUp();
    const outcome = await run(['group', ...args]);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
  });
});
