import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { runCommand, startTestService } from '../../support/command-service.js';

async function setUp() {
  const service = await startTestService();
  const { url, token } = service.connection;
  const run = (...args: string[]) => runCommand([...args, '--url', url, '--token', token]);
  await run('host', 'add', '10.0.0.1', '10.0.0.2', '10.0.0.3');
  service.ctx.database.sqlite.exec(`
    INSERT INTO agents (host_id, os_family, version, installed_at, last_seen)
    VALUES (1, 'linux', '0.0.1', 5, ${service.clock.now() - 86_400}), (2, 'linux', '${VERSION}', 5, ${service.clock.now()})`);
  return run;
}

const hosts = (json: string): number[] =>
  (JSON.parse(json) as { host_id: number }[]).map(({ host_id }) => host_id);

describe('hostwarden agent list', () => {
  it.each([
    { filter: [], expected: [1, 2] },
    { filter: ['--state', 'none'], expected: [3] },
    { filter: ['--state', 'offline'], expected: [1, 2] },
    { filter: ['--outdated'], expected: [1] },
  ])('lists agents: $filter', async ({ filter, expected }) => {
    const run = await setUp();
    expect(hosts((await run('agent', 'list', ...filter, '--json')).out)).toEqual(expected);
  });

  it('prints a line for each in a pipe, and says how to install one', async () => {
    const run = await setUp();
    expect((await run('agent', 'list')).out).toMatch(
      /^1\t10\.0\.0\.1\t10\.0\.0\.1\toffline\t0\.0\.1\t/m,
    );
    await run('host', 'remove', '1', '2');
    const { out, err } = await run('agent', 'list');
    expect(out + err).toContain('hostwarden agent install');
  });

  it('refuses an unknown state', async () => {
    const run = await setUp();
    expect((await run('agent', 'list', '--state', 'gone')).code).toBe(2);
  });
});
