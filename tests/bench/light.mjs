// The cost of hostwarden on a small machine, beside a bare Fastify and `node -e 0`: time of short commands, start of
// the service, its memory at rest and one minute after 10,000 hosts were listed, packages and their install scripts.
// Needs `npm run build`. REST_SECONDS: how long the service rests before its memory is read (60).
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROUNDS = 7;
const HOSTS = 10_000;
const REST_MS = Number(process.env.REST_SECONDS ?? 60) * 1000;
const TOKEN = 'bench-token-0123456789';
const root = new URL('../../', import.meta.url);
const main = fileURLToPath(new URL('dist/main.js', root));

async function hello() {
  const { default: Fastify } = await import('fastify');
  const app = Fastify();
  app.get('/healthz', async () => ({ status: 'ok' }));
  console.log(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-light-'));
  const rows = [];
  const row = (what, must, { own, bare }, unit) => rows.push({ what, must, own, bare, unit });
  try {
    const empty = median(() => run(['-e', '0']));
    const command = (what, must, args) =>
      row(what, must, { own: median(() => run([main, ...args])), bare: empty }, 's');
    command('--version', 0.12, ['--version']);
    command('--help', 0.12, ['--help']);
    const bare = await bareService();
    const data = join(dir, 'data');
    const first = await startService(data);
    row('serve: first start to healthz', 0.8, { own: first.seconds, bare: bare.seconds }, 's');
    command('host list with a service', 0.25, ['host', 'list', '--data-dir', data]);
    await first.end();
    command('host list without a service', 0.4, ['host', 'list', '--data-dir', data]);
    const second = await medianStart(data);
    row('serve: second start to healthz', 0.8, { own: second.seconds, bare: bare.seconds }, 's');
    await rest();
    row('serve: memory at rest', 110, { own: second.memory(), bare: bare.memory }, 'MB');
    await addHosts(second.url);
    const list = ['host', 'list', '--json', '--data-dir', data];
    const listed = JSON.parse(execFileSync(process.execPath, [main, ...list], { maxBuffer: 1e9 }));
    if (listed.length !== HOSTS) throw new Error(`${listed.length} hosts were listed`);
    await rest();
    row(`serve: after ${HOSTS} hosts`, 160, { own: second.memory(), bare: bare.memory }, 'MB');
    await second.end();
    const installed = packages();
    row('production packages', 90, { own: installed.length, bare: 1 }, '');
    const scripts = installed.filter(({ hasInstallScript }) => hasInstallScript).length;
    row('install scripts', 2, { own: scripts, bare: 1 }, '');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  console.log(`Node ${process.version}; the last column: node -e 0, or a bare Fastify`);
  for (const { what, must, own, bare, unit } of rows) print(what, must, { own, bare, unit });
  process.exitCode = rows.some(({ own, must }) => own > must) ? 1 : 0;
}

function print(what, must, { own, bare, unit }) {
  const number = (value) => (unit === 's' ? value.toFixed(3) : String(Math.round(value)));
  const ratio = bare > 1 || unit !== '' ? `${(own / bare).toFixed(1)} × ${number(bare)}` : '';
  const verdict = own <= must ? '' : '  missed';
  console.log(
    `${what.padEnd(32)} ${number(own).padStart(7)} ${unit.padEnd(2)}  ` +
      `limit ${String(must).padEnd(5)} ${ratio}${verdict}`,
  );
}

/** Returns the seconds that a process of Node takes. */
function run(args) {
  const started = performance.now();
  execFileSync(process.execPath, args, { stdio: 'ignore' });
  return (performance.now() - started) / 1000;
}

const median = (measureOnce) => middle(Array.from({ length: ROUNDS }, measureOnce));
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

async function bareService() {
  const started = [];
  for (let i = 1; i < ROUNDS; i += 1) {
    const service = await start([fileURLToPath(import.meta.url), 'hello']);
    started.push(service.seconds);
    await service.end();
  }
  const service = await start([fileURLToPath(import.meta.url), 'hello']);
  await rest();
  const memory = service.memory();
  await service.end();
  return { seconds: middle([...started, service.seconds]), memory };
}

const startService = (data) => start([main, 'serve', '--data-dir', data, '--port', '0']);

/** Starts the service several times; the last one stays. */
async function medianStart(data) {
  const seconds = [];
  for (let i = 1; i < ROUNDS; i += 1) {
    const service = await startService(data);
    seconds.push(service.seconds);
    await service.end();
  }
  const service = await startService(data);
  return { ...service, seconds: middle([...seconds, service.seconds]) };
}

/** Starts a service; resolves at its first answer, with the seconds until then. */
async function start(args) {
  const started = performance.now();
  const env = { ...process.env, API_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => child.once('close', resolve));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
    child.stdout.on('data', (data) => {
      text += data;
      const found = /listens on (\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
  });
  await (await fetch(`${url}/healthz`)).text();
  return {
    url,
    seconds: (performance.now() - started) / 1000,
    memory: () => residentMb(child.pid),
    end: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Returns the resident set of a process in MB. */
const residentMb = (pid) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function addHosts(url) {
  const hosts = Array.from({ length: HOSTS }, (_, i) => ({
    current_ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    hostname: `host-${i}.example.org`,
  }));
  const response = await fetch(`${url}/hosts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(hosts),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Returns the packages that an installation without development packages has. */
function packages() {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([, entry]) => entry);
}

if (process.argv[2] === 'hello') await hello();
else await measure();
