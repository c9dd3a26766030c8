import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseSections } from '../../src/inventory/report/parse-report.js';
import { decodeReport } from '../../src/inventory/report/report-format.js';
import {
  AGENT,
  agentFolder,
  find,
  installedShells,
  startAgent,
  TOKEN,
  tree,
  type AgentOptions,
  type RunningAgent,
} from '../support/agent-process.js';
import { testTls } from '../support/tcp-server.js';
import { startAgentServer, type AgentServer, type Answer } from '../support/agent-server.js';

const JOB: Answer = { status: 200, body: 'hostwarden 1\njob 42-abc inventory\n' };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function server(answers: Answer[] = []): Promise<AgentServer> {
  const started = await startAgentServer(answers);
  closing.push(() => started.close());
  return started;
}

function agent(options: AgentOptions): RunningAgent {
  const started = startAgent(options);
  closing.push(() => started.close());
  return started;
}

const clients = (['curl', 'wget', 'busybox'] as const).filter((client) => find(client) !== null);

describe.each(installedShells().map((shell) => ({ shell, title: shell.join(' ') })))(
  'the agent in $title',
  ({ shell }) => {
    it('checks in, answers a job with its inventory, polls again, and ends at once without leftovers', async () => {
      const there = await server([JOB]);
      const running = agent({ shell, server: there.url });
      const poll = await there.next('poll');
      expect(poll).toMatchObject({ token: TOKEN, body: Buffer.from('version 1.2.3\n') });
      const decoded = decodeReport((await there.next('jobs/42-abc')).body);
      const found = decoded.ok ? parseSections(decoded.sections) : decoded;
      expect(found).toMatchObject({
        ok: true,
        inventory: { kernel_version: execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim() },
      });
      await there.next('poll');
      const pids = running.pids();
      expect(pids.length).toBeGreaterThan(1);
      running.process.kill('SIGTERM');
      expect(await running.exited).toBe(0);
      expect(pids.flatMap(tree)).toEqual([]);
      expect(existsSync(join(running.folder, 'state/pid'))).toBe(false);
    });
  },
);

/** Returns a file of a process; empty: it has ended meanwhile. */
function readOfProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return '';
    throw error;
  }
}

describe.each(clients)('the agent with %s', (client) => {
  it('sends its complete report, and keeps its token out of arguments and environment', async () => {
    const there = await server([JOB]);
    const running = agent({ server: there.url, client });
    await there.next('poll');
    const result = await there.next(/^jobs/);
    expect(result).toMatchObject({ token: TOKEN, isInHeader: client !== 'busybox' });
    expect(decodeReport(result.body)).toMatchObject({ ok: true });
    await there.next('poll');
    const seen = running
      .pids()
      .flatMap((pid) => ['cmdline', 'environ'].map((file) => readOfProcess(pid, file)));
    expect(seen.join('\n')).toContain('/agent/v1/poll');
    expect(seen.join('\n')).not.toContain(TOKEN);
  });

  it('ends with all its children', async () => {
    const there = await server();
    const running = agent({ server: there.url, client });
    await there.next('poll');
    const pids = running.pids();
    running.process.kill('SIGTERM');
    await running.exited;
    expect(pids.flatMap(tree)).toEqual([]);
  });

  it('pauses after a server error', async () => {
    const there = await server([{ status: 500, body: 'hostwarden 1\njob 1 inventory\n' }]);
    const running = agent({ server: there.url, client, fastSleep: true });
    await there.next('poll');
    await there.next('poll');
    expect(there.requests.map(({ path }) => path)).toEqual(['poll', 'poll']);
    expect(Math.min(...running.pauses())).toBeGreaterThan(0);
  });
});

describe.each(clients.filter((client) => client !== 'busybox'))(
  'the agent with %s over TLS',
  (client) => {
    const cert = new URL('../fixtures/tls/cert.pem', import.meta.url).pathname;
    async function tlsServer(): Promise<AgentServer> {
      const there = await startAgentServer([JOB], 0, testTls);
      closing.push(() => there.close());
      return there;
    }

    it('trusts the configured certificate', async () => {
      const there = await tlsServer();
      agent({ server: there.url, client, conf: `ca_file=${cert}\n` });
      expect(await there.next(/^jobs/)).toMatchObject({ token: TOKEN });
    });

    it.each([
      ['no configured certificate', () => ''],
      ['another configured certificate', (folder: string) => `ca_file=${folder}/other.pem\n`],
      [
        'another pinned key',
        () => `ca_file=${cert}\npin=sha256//${Buffer.alloc(32).toString('base64')}\n`,
      ],
    ])('does not send its token to the server with %s', async (_title, conf) => {
      const there = await tlsServer();
      const folder = agentFolder(there.url);
      writeFileSync(
        join(folder, 'agent.conf'),
        `server=${there.url}\ntoken_file=${folder}/token\nstate=${folder}/state\n${conf(folder)}`,
      );
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-keyout',
          '/dev/null',
          '-out',
          join(folder, 'other.pem'),
          '-days',
          '2',
          '-subj',
          '/CN=127.0.0.1',
        ],
        { stdio: 'ignore' },
      );
      const running = agent({ server: there.url, client, folder, fastSleep: true });
      await expect.poll(() => running.pauses().length, { timeout: 15_000 }).toBeGreaterThan(1);
      expect(there.requests).toEqual([]);
    });
  },
);

describe('agent for Linux', () => {
  it('rejects an unknown job', async () => {
    const there = await server([{ status: 200, body: 'hostwarden 1\njob 7 run-command\n' }]);
    agent({ server: there.url });
    expect((await there.next('jobs/7')).body.toString()).toBe('failed unknown_job\n');
  });

  it.each([
    ['a page of a captive portal', '<html><body>job 1 inventory</body></html>\n'],
    ['a response without its first line', 'job 1 inventory\n'],
    ['a response of another version', 'hostwarden 2\njob 1 inventory\n'],
    ['an empty response', ''],
    ['binary data', '\0\x01\xff\xfe\njob 1 inventory\n'],
    ['a response that is too large', `hostwarden 1\n${'x'.repeat(2_000_000)}\njob 1 inventory\n`],
  ])('ignores %s and polls again later', async (_title, body) => {
    const there = await server([{ status: 200, body }]);
    const running = agent({ server: there.url, fastSleep: true });
    await there.next('poll');
    await there.next('poll');
    expect(there.requests.map(({ path }) => path)).toEqual(['poll', 'poll']);
    expect(running.pauses().length).toBeGreaterThan(0);
  });

  it.each(['$(touch pwned)', '`id`', '../../etc', 'a;b', 'a/b', 'x'.repeat(65), '*'])(
    'ignores a job whose id is %s',
    async (id) => {
      const there = await server([
        { status: 200, body: `hostwarden 1\njob ${id} inventory\njob good nothing\n` },
      ]);
      agent({ server: there.url });
      await there.next('jobs/good');
      expect(there.requests.map(({ path }) => path)).toEqual(['poll', 'jobs/good']);
    },
  );

  it('waits about as long as the server requests', async () => {
    const there = await server([{ status: 200, body: 'hostwarden 1\nwait 100\n' }]);
    const running = agent({ server: there.url, fastSleep: true });
    await there.next('poll');
    await there.next('poll');
    expect(running.pauses()[0]).toBeGreaterThanOrEqual(50);
    expect(running.pauses()[0]).toBeLessThanOrEqual(150);
  });

  it('pauses between polls that are answered at once without a job', async () => {
    const there = await server([{ status: 200, body: 'hostwarden 1\n' }]);
    const running = agent({ server: there.url, fastSleep: true });
    await there.next('poll');
    await there.next('poll');
    expect(running.pauses()[0]).toBeGreaterThanOrEqual(5);
  });

  it('increases its randomized pauses up to five minutes while no server responds', async () => {
    const running = agent({ server: 'http://127.0.0.1:1', fastSleep: true });
    await expect.poll(() => running.pauses().length, { timeout: 15_000 }).toBeGreaterThan(15);
    const pauses = running.pauses().slice(0, 15);
    pauses.forEach((pause, at) => {
      expect(pause).toBeGreaterThanOrEqual(1);
      expect(pause).toBeLessThanOrEqual(Math.min(300, 10 * 2 ** at));
    });
    expect(new Set(pauses).size).toBeGreaterThan(5);
    expect(Math.max(...pauses)).toBeGreaterThan(20);
  });

  it('reconnects when the server returns', async () => {
    const first = await server();
    const running = agent({ server: first.url, fastSleep: true });
    await first.next('poll');
    await first.close();
    await expect.poll(() => running.pauses().length, { timeout: 15_000 }).toBeGreaterThan(2);
    const second = await startAgentServer([], Number(new URL(first.url).port));
    closing.push(() => second.close());
    expect(await second.next('poll')).toMatchObject({ token: TOKEN });
  });

  it('runs once: a second one ends, and one after a crash takes over', async () => {
    const there = await server();
    const running = agent({ server: there.url });
    await there.next('poll');
    const second = startAgent({ server: there.url, folder: running.folder });
    expect(await second.exited).toBe(1);
    const left = running.pids().filter((pid) => pid !== running.process.pid);
    running.process.kill('SIGKILL');
    await running.exited;
    expect(left.flatMap(tree)).toEqual(left);
    const third = startAgent({ server: there.url, folder: running.folder });
    await there.next('poll');
    expect(left.flatMap(tree)).toEqual([]);
    third.process.kill('SIGTERM');
    expect(await third.exited).toBe(0);
  });

  it('takes over a stale process id that belongs to another program', async () => {
    const there = await server();
    const folder = agentFolder(there.url);
    execFileSync('mkdir', [join(folder, 'state')]);
    writeFileSync(join(folder, 'state/pid'), `${process.pid}\n`);
    agent({ server: there.url, folder });
    await there.next('poll');
    expect(there.requests.length).toBe(1);
  });

  it.each(['ftp://x', 'http://x"y', 'http://a b', '-K/etc/passwd', ''])(
    'rejects the server %j',
    async (url) => {
      const folder = agentFolder(url);
      const running = startAgent({ server: url, folder });
      expect(await running.exited).toBe(1);
      rmSync(folder, { recursive: true });
    },
  );
});

describe.runIf(find('busybox') !== null)('agent with the wget of BusyBox', () => {
  it('does not use it for https, because it verifies no certificates', async () => {
    const running = agent({ server: 'https://127.0.0.1:1', client: 'busybox' });
    expect(await running.exited).toBe(1);
  });
});

describe('agent script', () => {
  it('is ASCII only, for shells without a locale', () => {
    expect(readFileSync(AGENT).every((byte) => byte === 10 || (byte >= 32 && byte < 127))).toBe(
      true,
    );
  });
});

describe.runIf(find('shellcheck') !== null)('shellcheck', () => {
  it('reports no problems in the agent script', () => {
    expect(() => execFileSync('shellcheck', ['-s', 'sh', AGENT])).not.toThrow();
  });
});

describe('agent command reach', () => {
  it('prints the tool that was used and whether the server responded', async () => {
    const there = await server();
    const run = (url: string): Promise<string> =>
      new Promise((resolve) => {
        const child = spawn('sh', [AGENT, 'reach', url]);
        let out = '';
        child.stdout.on('data', (chunk: Buffer) => {
          out += chunk.toString();
        });
        child.on('close', () => resolve(out.trim()));
      });
    expect(await run(there.url)).toMatch(/^(?:curl|wget|busybox) 0$/);
    expect(await run('http://127.0.0.1:1')).toMatch(/^(?:curl|wget|busybox) [1-9]\d*$/);
  });
});
