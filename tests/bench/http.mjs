// HTTP compared with a bare Fastify hello, wrk -c64, medians of 5 interleaved rounds: one host and a page of 100 out of
// 100,000 hosts with authentication by a stored token, the cost of authentication, and a POST of 10,000 hosts.
// Responses are cached by URL until something changes: one URL and random URLs (by a wrk script) are measured
// separately. Needs wrk and `npm run build`. BENCH_SECONDS: duration of each load.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dist = new URL('../../build/', import.meta.url);
const [mode, folder] = process.argv.slice(2);
if (mode) await hello(mode, folder);
else await measure();

/** Runs the reference in a separate process: a bare hello, or the same with hostwarden's authentication. */
async function hello(kind, dir) {
  const { default: Fastify } = await import('fastify');
  const app = Fastify();
  if (kind === 'bearer') {
    const [{ addAuth }, { createAuthenticator }, { openDatabase }, { systemClock }] =
      await Promise.all(
        [
          'tokens/auth.js',
          'tokens/authenticate.js',
          'database/database.js',
          'platform/clock.js',
        ].map((f) => import(new URL(f, dist))),
      );
    const { authenticate } = createAuthenticator({
      sqlite: openDatabase(join(dir, 'hostwarden.db'), 0).sqlite,
      clock: systemClock,
      apiToken: undefined,
    });
    await addAuth(app, authenticate);
  }
  app.get('/', { config: { role: 'viewer' } }, async () => ({ hello: 'world' }));
  console.log(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
}

function start(args, env) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with code ${code}`)));
    child.stdout.on('data', (d) => {
      text += d;
      const m = /listens on (\S+)/.exec(text);
      if (m) resolve(m[1]);
    });
  });
  const end = () =>
    new Promise((resolve) => {
      child.on('close', resolve);
      child.kill('SIGTERM');
    });
  return { url, end, pid: child.pid };
}

/** Returns the CPU time of a process, user and system, in ms. */
function cpuTime(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function load(url, token, script) {
  return new Promise((resolve, reject) => {
    const wrk = spawn('wrk', [
      '-t1',
      '-c64',
      `-d${process.env.BENCH_SECONDS ?? 3}s`,
      ...(script ? ['-s', script] : []),
      '-H',
      `Authorization: Bearer ${token}`,
      url,
    ]);
    let out = '';
    wrk.stdout.on('data', (d) => {
      out += d;
    });
    wrk.on('error', reject);
    wrk.on('close', () =>
      /Non-2xx/.test(out)
        ? reject(new Error(out))
        : resolve({
            rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)[1]),
            count: Number(/(\d+) requests in/.exec(out)[1]),
          }),
    );
  });
}

async function measure() {
  const { median, table } = await import('./scan-support.mjs');
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
  const service = start(
    [new URL('main.js', dist).pathname, 'serve', '--data-dir', dir, '--port', '0'],
    { API_TOKEN: 'bench-token-0123456789', LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '10000000' },
  );
  const plain = start([new URL(import.meta.url).pathname, 'hello']);
  const processes = [service, plain];
  try {
    const ours = await service.url;
    const call = async (path, body) =>
      (
        await fetch(ours + path, {
          method: 'POST',
          headers: {
            authorization: 'Bearer bench-token-0123456789',
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        })
      ).json();
    const {
      data: { token },
    } = await call('/tokens', { name: 'bench', role: 'viewer' });
    const bearer = start([new URL(import.meta.url).pathname, 'bearer', dir]);
    processes.push(bearer);
    const posts = [];
    for (let n = 0; n < 10; n += 1) {
      const hosts = Array.from({ length: 10_000 }, (_, i) => ({
        current_ip: `10.${n}.${i >> 8}.${i & 255}`,
        hostname: `host-${n}-${i}`,
      }));
      const before = performance.now();
      await call('/hosts', hosts);
      posts.push(performance.now() - before);
    }
    const randomUrls = (name, path, max) => {
      const file = join(dir, `${name}.lua`);
      writeFileSync(
        file,
        `request = function() return wrk.format("GET", "${path}" .. math.random(${max})) end`,
      );
      return file;
    };
    const loads = {
      hello: [`${await plain.url}/`],
      'hello with our bearer check': [`${await bearer.url}/`],
      'GET /hosts/{id}': [`${ours}/hosts/50000`],
      'GET /hosts/{id}, any of them': [ours, randomUrls('host', '/hosts/', 100_000)],
      'GET /hosts?limit=100': [`${ours}/hosts?limit=100`],
      'the same, page 900': [`${ours}/hosts?limit=100&page=900`],
      'the same, any page': [ours, randomUrls('page', '/hosts?limit=100&page=', 1000)],
      'GET /api/v1/hosts/{id}': [`${ours}/api/v1/hosts/50000`],
    };
    const rates = {};
    const costs = {};
    const servers = { hello: plain.pid, 'hello with our bearer check': bearer.pid };
    for (let round = 0; round < 6; round += 1)
      for (const [name, [url, script]] of Object.entries(loads)) {
        const before = cpuTime(servers[name] ?? service.pid);
        const { rate, count } = await load(url, token, script);
        if (round === 0) continue; // warm-up
        const cost = ((cpuTime(servers[name] ?? service.pid) - before) / count) * 1000;
        rates[name] = [...(rates[name] ?? []), rate];
        costs[name] = [...(costs[name] ?? []), cost];
      }
    const baseRate = median(rates.hello);
    const baseCost = median(costs.hello);
    const targets = {
      'hello with our bearer check': '≥ 0.85',
      'GET /hosts/{id}': '≥ 0.5',
      'GET /hosts/{id}, any of them': '',
      'GET /hosts?limit=100': '≥ 0.15',
      'the same, page 900': '',
      'the same, any page': '',
      'GET /api/v1/hosts/{id}': '',
    };
    table(
      'HTTP, one process, wrk -c64, 100,000 hosts',
      Object.entries(rates).map(([name, r]) => ({
        what: name,
        'requests/s': Math.round(median(r)),
        'of hello': (median(r) / baseRate).toFixed(2),
        'CPU, µs': median(costs[name]).toFixed(1),
        'of hello by CPU': (baseCost / median(costs[name])).toFixed(2),
        wanted: targets[name] ?? '',
      })),
    );
    table('POST of 10,000 hosts, over HTTP', [
      {
        what: 'median of 10',
        ms: Math.round(median(posts)),
        most: Math.round(Math.max(...posts)),
        wanted: '≤ 150',
      },
    ]);
  } finally {
    for (const process of processes) await process.end();
    rmSync(dir, { recursive: true, force: true });
  }
}
