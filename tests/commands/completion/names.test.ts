import { describe, expect, it, vi } from 'vitest';
import { lookupNames } from '../../../src/commands/completion/names.js';
import { runCommand, startTestService } from '../../support/command-service.js';

const NO_LIMIT_MS = 20_000;

async function setUp() {
  vi.stubEnv('HOSTWARDEN_URL', undefined);
  const service = await startTestService();
  await service.call('POST', '/hosts', [
    { current_ip: '10.0.0.1', hostname: 'web-1' },
    { current_ip: '10.0.0.2', hostname: 'Web 2' },
    { current_ip: '10.0.0.3' },
    { current_ip: '10.0.0.4', hostname: '-rf' },
    { current_ip: '10.0.0.5', hostname: 'a\u202eb' },
    { current_ip: '10.0.0.6', hostname: '100%' },
  ]);
  await service.call('POST', '/groups', { name: 'office' });
  const { url, token } = service.connection;
  const remote = { url, token };
  const stored = { dataDir: service.dir };
  return { ...service, remote, stored };
}

describe('names for completion', () => {
  it('are read from the database while the service uses it', async () => {
    const { stored } = await setUp();
    const names = (prefix: string) =>
      lookupNames({ kind: 'host', prefix, options: stored }, NO_LIMIT_MS).then((found) =>
        found.map(({ value }) => value),
      );
    expect(await names('w')).toEqual(['web-1', 'Web 2']);
    expect(await names('10.0.0.3')).toEqual(['10.0.0.3']);
    expect(await names('%')).toEqual([]);
    expect(await names('100%')).toEqual(['100%']);
  });

  it('are requested from a service elsewhere', async () => {
    const { remote } = await setUp();
    expect(await lookupNames({ kind: 'host', prefix: 'w', options: remote }, NO_LIMIT_MS)).toEqual([
      { value: 'web-1', description: '10.0.0.1' },
      { value: 'Web 2', description: '10.0.0.2' },
    ]);
    expect(
      await lookupNames({ kind: 'group', prefix: 'o', options: remote }, NO_LIMIT_MS),
    ).toMatchObject([{ value: 'office' }]);
  });

  it('are addresses as well as names of hosts, from a service elsewhere', async () => {
    const { remote } = await setUp();
    const names = async (prefix: string) =>
      (await lookupNames({ kind: 'host', prefix, options: remote }, NO_LIMIT_MS)).map(
        ({ value }) => value,
      );
    expect(await names('10.0.0.3')).toEqual(['10.0.0.3']);
    expect(await names('10.0.0.')).toHaveLength(6);
    expect(await names('1')).toEqual(expect.arrayContaining(['100%', '10.0.0.1']));
    expect(await names('')).toEqual(expect.arrayContaining(['web-1', '10.0.0.1', '10.0.0.3']));
  });

  it('are found behind many that only contain the text, from a service elsewhere', async () => {
    const { remote, ctx } = await setUp();
    const insert = ctx.database.sqlite.prepare(
      'INSERT INTO groups (name, created_at, updated_at) VALUES (?, 1, 1)',
    );
    ctx.database.sqlite.transaction(() => {
      for (let i = 0; i < 1_100; i += 1) insert.run(`old-last-${i}`);
      insert.run('last');
    })();
    expect(
      await lookupNames({ kind: 'group', prefix: 'la', options: remote }, NO_LIMIT_MS),
    ).toMatchObject([{ value: 'last' }]);
  });

  it('leave out what a shell could show or read as something else', async () => {
    const { stored } = await setUp();
    for (const prefix of ['-', 'a'])
      expect(await lookupNames({ kind: 'host', prefix, options: stored }, NO_LIMIT_MS)).toEqual([]);
  });

  it.each(['host', 'group', 'template', 'credential', 'channel', 'task'] as const)(
    'of the kind %s have a query and a list',
    async (kind) => {
      const { remote, stored } = await setUp();
      for (const options of [remote, stored])
        await expect(lookupNames({ kind, prefix: 'none', options }, NO_LIMIT_MS)).resolves.toEqual(
          [],
        );
    },
  );

  it('are those of the data directory that an alias has before the words', async () => {
    const { stored } = await setUp();
    const words = ['--data-dir', stored.dataDir, '__complete', '--', 'group', 'show', 'of'];
    await vi.waitFor(async () => {
      expect((await runCommand(words)).out).toBe('office\t\n');
    });
  });

  it('are none, without an error, if the service cannot be reached', async () => {
    for (const options of [
      ['--url', 'http://127.0.0.1:1', '--token', 't'],
      ['--data-dir', '/nowhere'],
    ]) {
      const words = ['__complete', '--', ...options, 'host', 'show', ''];
      expect(await runCommand(words)).toEqual({ code: 0, out: '', err: '' });
    }
  });
});
