import { describe, expect, it } from 'vitest';
import { runCommand, startTestService } from '../../support/command-service.js';

const SSH = `SHA256:${'a'.repeat(43)}`;
const CERTIFICATE = 'ab:'.repeat(31) + 'cd';

async function setUp() {
  const { url, token } = (await startTestService()).connection;
  const run = (args: string[], style: { columns?: number } = {}) =>
    runCommand(['host', ...args, '--url', url, '--token', token], style);
  await run(['add', '10.0.0.1', '--name', 'web-1']);
  return { run: (args: string[], style = {}) => run(['key', ...args], style) };
}

describe('hostwarden host key', () => {
  it('pins, lists and removes the SSH key and the certificate of a host', async () => {
    const { run } = await setUp();
    expect(await run(['list', 'web-1'])).toMatchObject({ code: 0, err: 'No key is pinned.\n' });
    expect((await run(['pin', 'web-1', SSH, '--type', 'ssh-rsa'])).code).toBe(0);
    const pinned = await run(['pin', '10.0.0.1', CERTIFICATE, '--json']);
    expect(JSON.parse(pinned.out)).toMatchObject({ confirmed: true });
    const lines = (await run(['list', '1'])).out.split('\n').map((line) => line.split('\t'));
    expect(lines[0]).toEqual(['TYPE', 'FINGERPRINT', 'PINNED', 'CONFIRMED']);
    expect(lines[1]?.slice(0, 2)).toEqual(['ssh-rsa', SSH]);
    expect(lines[2]?.slice(0, 2)).toEqual(['x509', CERTIFICATE.replaceAll(':', '')]);
    for (const line of (await run(['list', '1'], { columns: 80 })).out.split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
    expect((await run(['remove', 'web-1'])).code).toBe(0);
    expect((await run(['remove', 'web-1', '--winrm'])).code).toBe(0);
    expect(JSON.parse((await run(['list', 'web-1', '--json'])).out)).toEqual({
      ssh_host_key: null,
      winrm_certificate: null,
    });
  });

  it.each([
    [['list', 'nowhere'], 1],
    [['pin', 'web-1', 'SHA256:short'], 2],
    [['pin', 'web-1', SSH, '--type', 'dsa'], 2],
    [['remove'], 2],
  ])('rejects %j with one line and the exit code %i', async (args, code) => {
    const { run } = await setUp();
    const outcome = await run(args);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
  });
});
