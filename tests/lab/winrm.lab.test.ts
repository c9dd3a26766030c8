import { execFileSync, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWinRm, type WinRm, type WinRmOptions } from '../../src/platform/winrm/winrm.js';
import { winRmRejection } from '../support/winrm-failure.js';

const PYTHON = '/usr/bin/python3'; // Debian's own, which has the required packages
const here = (name: string): string => fileURLToPath(new URL(`winrm/${name}`, import.meta.url));
const prepared = spawnSync(here('prepare.sh'), { encoding: 'utf8' });
const missing =
  prepared.status === 0 ? null : prepared.stdout.trim() || 'a Debian with gss-ntlmssp';
if (missing !== null) console.log(`WinRM against a foreign NTLM acceptor: skipped, ${missing}`);

const PASSWORD = 'Päss-1 "&<';
let folder = '';
const file = (name: string): string => join(folder, name);

interface Endpoint {
  port: number;
  said: string[];
}

async function endpoint(...args: string[]): Promise<Endpoint> {
  const child = spawn(PYTHON, [here('endpoint.py'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NTLM_USER_FILE: file('users'),
      NETBIOS_COMPUTER_NAME: 'WINTEST',
      NETBIOS_DOMAIN_NAME: 'LAB',
      LANG: 'C.UTF-8',
    },
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const lines = createInterface(child.stdout);
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  const [ready] = (await once(lines, 'line')) as [string];
  return { port: Number(ready.split(' ')[1]), said };
}

const https = (...args: string[]): Promise<Endpoint> =>
  endpoint('--tls', file('cert.pem'), file('key.pem'), ...args);

async function open({ port }: Endpoint, given: Partial<WinRmOptions> = {}): Promise<WinRm> {
  const session = await openWinRm({
    ip: '127.0.0.1',
    port,
    tls: false,
    username: 'LAB\\hwadmin',
    password: PASSWORD,
    guard: () => null,
    trust: () => true,
    ...given,
  });
  onTestFinished(() => session.close());
  return session;
}

async function pywinrm(url: string, password: string, ...command: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    PYTHON,
    [here('client.py'), url, 'LAB\\hwadmin', password, ...command],
    { env: { PATH: process.env.PATH, OPENSSL_CONF: here('openssl.cnf'), LANG: 'C.UTF-8' } },
  );
  return JSON.parse(stdout);
}

describe.skipIf(missing !== null)(
  'WinRM against an independent NTLM acceptor (gss-ntlmssp)',
  () => {
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'hostwarden-winrm-'));
      writeFileSync(file('users'), `LAB:hwadmin:${PASSWORD}\nMixed.Case:Jörg:${PASSWORD}\n`, {
        mode: 0o600,
      });
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-sha256',
          '-nodes',
          '-days',
          '2',
          '-subj',
          '/CN=WINTEST',
          '-keyout',
          file('key.pem'),
          '-out',
          file('cert.pem'),
        ],
        { stdio: 'ignore' },
      );
    });
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    it('commands, sealed over HTTP, return output, errors and exit code, many on one connection', async () => {
      const target = await endpoint();
      const session = await open(target);
      for (let i = 0; i < 25; i += 1) {
        const { exitCode, stdout, stderr } = await session.run('echo', [
          `"grün ${i}"; echo err >&2; exit ${i}`,
        ]);
        expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([
          i,
          `grün ${i}\n`,
          'err\n',
        ]);
      }
      await session.close();
      await expect
        .poll(() => target.said)
        .toEqual([expect.stringMatching(/^ready/), '{"user": "LAB\\\\hwadmin"}', '{"shells": 0}']);
    });

    it('300 kB of standard input are returned unchanged', async () => {
      const stdin = randomBytes(300_000);
      const { stdout } = await (await open(await endpoint())).run('cat', [], { stdin });
      expect(stdout.equals(stdin)).toBe(true);
    });

    it.each(['Mixed.Case\\Jörg', 'Mixed.Case\\jöRG', 'hwadmin'])(
      '%s logs in with this spelling',
      async (username) => {
        const target = await endpoint();
        const { stdout } = await (await open(target, { username })).run('echo', ['hi']);
        expect(stdout.toString()).toBe('hi\n');
      },
    );

    it.each([
      ['HTTP', false],
      ['HTTPS', true],
    ])('a wrong password is rejected over %s, and no error contains it', async (_, tls) => {
      const error = await winRmRejection(
        open(await (tls ? https() : endpoint()), { tls, password: 'Wrong-password-7' }),
      );
      expect(error.code).toBe('auth_failed');
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('Wrong-password-7');
    });

    it('a response with one changed bit is rejected', async () => {
      expect(
        (await winRmRejection((await open(await endpoint('--tamper'))).run('echo', ['hi'])))
          .message,
      ).toBe('an encrypted response was corrupted or modified');
    });

    it('over HTTPS the login is bound to the certificate: the acceptor confirms the binding', async () => {
      const session = await open(await https(), { tls: true });
      const { stdout } = await session.run('echo', ['bound']);
      expect(stdout.toString()).toBe('bound\n');
    });

    it('a login bound to another channel is rejected by the acceptor', async () => {
      expect((await winRmRejection(open(await https('--other-channel'), { tls: true }))).code).toBe(
        'auth_failed',
      );
    });

    describe('pywinrm, an independent client, gets the same results from the endpoint', () => {
      it.each([
        ['http', false],
        ['https', true],
      ])('works over %s', async (scheme, tls) => {
        const { port } = await (tls ? https() : endpoint());
        expect(
          await pywinrm(
            `${scheme}://127.0.0.1:${port}/wsman`,
            PASSWORD,
            'echo',
            'hi ü; echo err >&2; exit 3',
          ),
        ).toEqual({ stdout: 'hi ü\n', stderr: 'err\n', exitCode: 3 });
      });
      it('rejects a wrong password', async () => {
        const { port } = await endpoint();
        expect(await pywinrm(`http://127.0.0.1:${port}/wsman`, 'wrong', 'echo')).toEqual({
          error: 'InvalidCredentialsError',
        });
      });
      it('rejects a login bound to another channel', async () => {
        const { port } = await https('--other-channel');
        expect(await pywinrm(`https://127.0.0.1:${port}/wsman`, PASSWORD, 'echo')).toEqual({
          error: 'InvalidCredentialsError',
        });
      });
    });
  },
);
