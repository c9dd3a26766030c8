// The API while the same service repeatedly scans all 65,535 ports of 127.0.0.1: wrk -c64 on GET
// /hosts/{id}. Requirement: p99 of at most 50 ms. Needs wrk and `npm run build`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOKEN = 'bench-token-0123456789';
const SECONDS = 8;
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
const main = new URL('../../dist/main.js', import.meta.url).pathname;
const child = spawn(process.execPath, [main, 'serve', '--data-dir', dir, '--port', '0'], {
  env: { ...process.env, API_TOKEN: TOKEN, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((resolve) => {
  let text = '';
  child.stdout.on('data', (d) => {
    text += d;
    const m = /listens on (\S+)/.exec(text);
    if (m) resolve(m[1]);
  });
});
const call = async (method, path, body) =>
  (
    await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
  ).json();
const ms = (text) => {
  const [, n, unit] = /([\d.]+)(us|ms|s)/.exec(text);
  return Number(n) * { us: 0.001, ms: 1, s: 1000 }[unit];
};

function load() {
  return new Promise((resolve, reject) => {
    const wrk = spawn('wrk', [
      '-t1',
      '-c64',
      `-d${SECONDS}s`,
      '--latency',
      '-H',
      `Authorization: Bearer ${TOKEN}`,
      `${url}/hosts/1`,
    ]);
    let out = '';
    wrk.stdout.on('data', (d) => {
      out += d;
    });
    wrk.on('close', () => {
      try {
        resolve({
          p50: ms(/^\s+50%\s+(\S+)/m.exec(out)[1]),
          p99: ms(/^\s+99%\s+(\S+)/m.exec(out)[1]),
          rps: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)[1]),
        });
      } catch (error) {
        reject(error);
      }
    });
  });
}

try {
  execFileSync('sh', ['-c', 'command -v wrk']);
  await call('POST', '/hosts', [{ current_ip: '127.0.0.1' }]);
  const { data: template } = await call('POST', '/api/v1/templates/', {
    shares_name: true,
    name: 'all ports',
    type: 'pentest',
    hosts: [1],
    params: { ports: ['1-65535'], speed: '5' },
    enabled: false,
  });
  await load(); // warm
  const alone = await load();
  let over = false,
    scans = 0;
  const scanning = (async () => {
    while (!over) {
      const { data: task } = await call('POST', `/api/v1/templates/${template.id}`);
      for (let status = 'working'; status === 'working';) {
        await new Promise((r) => setTimeout(r, 100));
        status = (await call('GET', `/api/v1/tasks/${task.id}`)).data.status;
      }
      scans += 1;
    }
  })();
  const rounds = [];
  for (let i = 0; i < 5; i += 1) rounds.push(await load());
  over = true;
  const median = (key) => rounds.map((r) => r[key]).sort((a, b) => a - b)[2];
  console.table([
    {
      what: 'alone',
      'p50 ms': alone.p50,
      'p99 ms': alone.p99,
      'requests/s': Math.round(alone.rps),
    },
    {
      what: `under scans of 65,535 ports (median of 5; ${scans} scans)`,
      'p50 ms': median('p50'),
      'p99 ms': median('p99'),
      'requests/s': Math.round(median('rps')),
    },
  ]);
  await scanning;
} finally {
  child.kill('SIGTERM');
  await new Promise((r) => child.on('exit', r));
  rmSync(dir, { recursive: true, force: true });
}
