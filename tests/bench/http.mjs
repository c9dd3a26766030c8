// HTTP beside a bare Fastify hello, wrk -c64, medians of 5 interleaved rounds: one host and a page of 100 out of 100,000 hosts with a
// stored bearer token checked, what that check costs, and a POST of 10,000 hosts. Answers are remembered by address until something
// changes, so that one address asked again and again and addresses drawn at random (by a script of wrk's) are measured apart. Needs wrk and `npm run build`. BENCH_SECONDS per load.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dist = new URL('../../dist/', import.meta.url);
const [mode, folder] = process.argv.slice(2);
if (mode) await hello(mode, folder);
else await measure();

/** The peer, in a process of its own: a bare hello, or the same with our bearer check before it. */
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
    await addAuth(
      app,
      createAuthenticator(
        openDatabase(join(dir, 'hostwarden.db'), 0).sqlite,
        systemClock,
        undefined,
      ),
    );
  }
  app.get('/', { config: { role: 'viewer' } }, async () => ({ hello: 'world' }));
  console.log(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
}

function start(args, env) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = new Promise((resolve) => {
    let text = '';
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

/** What a process has spent of the processor, user and system, in ms. */
function spent(pid) {
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
  const made = start(
    [new URL('main.js', dist).pathname, 'serve', '--data-dir', dir, '--port', '0'],
    { API_TOKEN: 'bench-token-0123456789', LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '10000000' },
  );
  const plain = start([new URL(import.meta.url).pathname, 'hello']);
  const open = [made, plain];
  try {
    const ours = await made.url;
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
    open.push(bearer);
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
    const drawn = (name, path, most) => {
      const file = join(dir, `${name}.lua`);
      writeFileSync(
        file,
        `request = function() return wrk.format("GET", "${path}" .. math.random(${most})) end`,
      );
      return file;
    };
    const loads = {
      hello: [`${await plain.url}/`],
      'hello with our bearer check': [`${await bearer.url}/`],
      'GET /hosts/{id}': [`${ours}/hosts/50000`],
      'GET /hosts/{id}, any of them': [ours, drawn('host', '/hosts/', 100_000)],
      'GET /hosts?limit=100': [`${ours}/hosts?limit=100`],
      'the same, page 900': [`${ours}/hosts?limit=100&page=900`],
      'the same, any page': [ours, drawn('page', '/hosts?limit=100&page=', 1000)],
      'GET /api/v1/hosts/{id}': [`${ours}/api/v1/hosts/50000`],
    };
    const [rates, costs] = [{}, {}];
    const servers = { hello: plain.pid, 'hello with our bearer check': bearer.pid };
    for (let round = 0; round < 6; round += 1)
      for (const [name, [url, script]] of Object.entries(loads)) {
        const before = spent(servers[name] ?? made.pid);
        const { rate, count } = await load(url, token, script);
        if (round === 0) continue; // warms up
        (rates[name] ??= []).push(rate);
        (costs[name] ??= []).push(((spent(servers[name] ?? made.pid) - before) / count) * 1000);
      }
    const [base, cost] = [median(rates.hello), median(costs.hello)];
    const wanted = {
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
        'of hello': (median(r) / base).toFixed(2),
        'CPU, µs': median(costs[name]).toFixed(1),
        'of hello by CPU': (cost / median(costs[name])).toFixed(2),
        wanted: wanted[name] ?? '',
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
    for (const one of open) await one.end();
    rmSync(dir, { recursive: true, force: true });
  }
}
