import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/app.js';
import { runCommand, startTestService } from '../../support/command-service.js';

async function setUp() {
  const service = await startTestService();
  const { url, token } = service.connection;
  const run = (args: string[], style: { columns?: number } = {}) =>
    runCommand(['host', ...args, '--url', url, '--token', token], style);
  return { ...service, run };
}

interface HostJson {
  id: number;
  current_ip: string;
  hostname: string;
  group_ids: number[];
}

describe('hostwarden host', () => {
  it('adds, lists, changes and removes a host', async () => {
    const { run } = await setUp();
    expect(await run(['add', '10.0.0.7', '--name', 'web-1'])).toMatchObject({
      code: 0,
      out: 'Added host 1: web-1 (10.0.0.7).\n',
    });
    expect((await run(['edit', 'web-1', '--name', 'web-2', '--address', '10.0.0.8'])).code).toBe(0);
    const { out } = await run(['list', '--json']);
    expect(JSON.parse(out)).toMatchObject([{ id: 1, current_ip: '10.0.0.8', hostname: 'web-2' }]);
    expect(await run(['remove', '10.0.0.8'])).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse((await run(['list', '--json'])).out)).toEqual([]);
  });

  it('keeps a host that exists as it is', async () => {
    const { run } = await setUp();
    await run(['add', '10.0.0.7', '--name', 'web-1']);
    const { code, out } = await run(['add', '10.0.0.7', '10.0.0.8', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      created: [{ current_ip: '10.0.0.8' }],
      existing: [{ hostname: 'web-1' }],
    });
  });

  it('prints values separated by tabs in a pipe, and a table that fits a terminal', async () => {
    const { run } = await setUp();
    const name = 'a-host-with-a-name-that-is-far-too-long-for-a-terminal-of-eighty-columns.example';
    await run(['add', '10.0.0.7', '--name', name]);
    const piped = (await run(['list'])).out.split('\n').map((line) => line.split('\t'));
    expect(piped[0]).toEqual(['ID', 'NAME', 'ADDRESS', 'STATUS', 'LAST SEEN']);
    expect(piped[1]).toEqual(['1', name, '10.0.0.7', 'unknown', '']);
    const lines = (await run(['list'], { columns: 80 })).out.split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[1]).toContain('…');
    expect(lines[1]).toContain('10.0.0.7  unknown  -');
  });

  it('adds a list with commas as single hosts', async () => {
    const { run } = await setUp();
    const { code, out } = await run(['add', '127.0.0.31,', '127.0.0.32,127.0.0.33']);
    expect([code, out]).toEqual([
      0,
      'Added host 1: 127.0.0.31.\nAdded host 2: 127.0.0.32.\nAdded host 3: 127.0.0.33.\n',
    ]);
  });

  it('adds hosts to groups, and removes them', async () => {
    const { run, call } = await setUp();
    await call('POST', '/groups', { name: 'office' });
    await run(['add', '10.0.0.7', '--group', 'office']);
    const groupsOf = async (): Promise<number[]> =>
      (JSON.parse((await run(['show', '1', '--json'])).out) as HostJson).group_ids;
    expect(await groupsOf()).toEqual([1]);
    await run(['edit', '1', '--remove-group', 'Office']);
    expect(await groupsOf()).toEqual([]);
  });

  it('shows what is known of a host, and that nothing was checked', async () => {
    const { run } = await setUp();
    await run(['add', '10.0.0.7', '--name', 'web-1']);
    const { out } = await run(['show', 'web-1']);
    const fields = Object.fromEntries(out.split('\n').map((line) => line.split('\t'))) as Record<
      string,
      string
    >;
    expect(fields).toMatchObject({ NAME: 'web-1', ADDRESS: '10.0.0.7' });
    expect(fields.FINDINGS).toBe('none known to be open');
    expect(fields.PACKAGES).toMatch(/^not checked: No inventory /);
    expect(fields.SERVICES).toMatch(/^not checked: No scan /);
    const lines = (await run(['show', 'web-1'], { columns: 60 })).out.split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });

  it.each([
    [['add', 'web-1'], 2],
    [['add', '127.0.0.31,', 'web-1'], 2],
    [['add', '127.0.0.31', '--name', '127.0.0.32'], 2],
    [['add', '10.0.0.1', '10.0.0.2', '--name', 'x'], 2],
    [['add', '10.0.0.1', '--group', 'nowhere'], 1],
    [['show', 'nowhere'], 1],
    [['show', '999'], 1],
    [['edit', '1'], 2],
    [['remove', 'nowhere'], 1],
    [['list', '--address', '10.0.0.1/24'], 2],
    [['import', '/nowhere/hosts.csv'], 2],
    [['nonsense'], 2],
  ])('rejects %j with one line and the exit code %i', async (args, code) => {
    const { run } = await setUp();
    const outcome = await run(args);
    expect(outcome.code).toBe(code);
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
    expect(outcome.out).toBe('');
  });

  it('changes what it can, and reports the groups that failed', async () => {
    const { run, call, connection } = await setUp();
    await run(['add', '10.0.0.7']);
    await call('POST', '/groups', { name: 'office' });
    await call('POST', '/groups', { name: 'vault' });
    const credential = { name: 'c', type: 'ssh_password', username: 'u', password: 'p' };
    await call('POST', '/credentials', { ...credential, scope: { group_ids: [2], networks: [] } });
    const created = await call('POST', '/tokens', { name: 'o', role: 'operator' });
    const { token } = (created.body as { data: { token: string } }).data;
    const edit = (...args: string[]) =>
      runCommand([...['host', 'edit', '1', ...args], '--url', connection.url, '--token', token]);
    const { code, out, err } = await edit('--add-group', 'vault', 'office', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ id: 1, group_ids: [1] });
    expect(err).toMatch(/^Group vault was not changed: .*\n$/);
    expect(await edit('--add-group', 'vault')).toMatchObject({ code: 2, out: '' });
  });

  it('asks for an id if several hosts have a name', async () => {
    const { run } = await setUp();
    await run(['add', '10.0.0.1', '--name', 'web']);
    await run(['add', '10.0.0.2', '--name', 'Web']);
    const { code, err } = await run(['show', 'web']);
    expect(code).toBe(2);
    expect(err).toContain('1, 2');
  });
});

describe('hostwarden host import', () => {
  async function importText(content: string | Buffer, ...args: string[]) {
    const service = await setUp();
    const file = join(temporaryFolder(), 'hosts');
    writeFileSync(file, content);
    const run = () => service.run(['import', file, ...args]);
    return { ...service, outcome: await run(), again: run };
  }
  const listed = async ({ run }: Awaited<ReturnType<typeof setUp>>): Promise<HostJson[]> =>
    JSON.parse((await run(['list', '--json'])).out) as HostJson[];

  it('imports what is right, and reports the lines that are not', async () => {
    const service = await importText('ip,name\n10.0.0.1,web-1\n10.0.0.300,x\n10.0.0.2,\n');
    expect(service.outcome).toEqual({
      code: 1,
      out: 'Added 2 hosts; 1 line left out.\n',
      err: 'Line 3: "10.0.0.300" is not an IP address.\n',
    });
    expect((await listed(service)).map((h) => h.hostname)).toEqual(['web-1', '10.0.0.2']);
  });

  it('changes nothing the second time', async () => {
    const service = await importText(
      'ip,name,group\n10.0.0.1,web-1,office\n10.0.0.2,,office;dmz\n',
    );
    const before = await listed(service);
    expect(service.outcome.code).toBe(0);
    expect(before.map((h) => h.group_ids)).toEqual([[1], [1, 2]]);
    expect(await service.again()).toEqual({ code: 0, out: 'Added 0 hosts; 2 existed.\n', err: '' });
    expect((await listed(service)).map((h) => h.group_ids)).toEqual([[1], [1, 2]]);
  });

  it('takes names of groups in any case as one group', async () => {
    const service = await importText('ip,group\n10.0.0.1,Office\n10.0.0.2,office\n');
    expect(service.outcome).toMatchObject({ code: 0, err: 'Created group Office.\n' });
    expect((await listed(service)).map((h) => h.group_ids)).toEqual([[1], [1]]);
  });

  it('imports more hosts than one request may hold', async () => {
    const lines = Array.from({ length: 2500 }, (_, i) => `10.1.${Math.floor(i / 250)}.${i % 250}`);
    const service = await importText(lines.join('\n'));
    expect(service.outcome.out).toBe('Added 2500 hosts.\n');
  });

  it('reads UTF-16, as Windows writes it', async () => {
    const service = await importText(Buffer.from('\uFEFFip;name\r\n10.0.0.1;büro\r\n', 'utf16le'));
    expect((await listed(service)).map((h) => h.hostname)).toEqual(['büro']);
  });

  it.each([
    ['text of another encoding', Buffer.from('ip,name\n10.0.0.1,b\xfcro', 'latin1')],
    ['XML that is not that of nmap', '<html></html>'],
    ['XML that ends too early', '<nmaprun><host>'],
    ['a file without a host', '# nothing\n'],
  ])('fails for %s', async (_what, content) => {
    expect((await importText(content)).outcome.code).toBe(1);
  });
});
