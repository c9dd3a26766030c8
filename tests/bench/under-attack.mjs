// under-attack.mjs [--short] [--seconds N] [name …] — the service while hostile peers, files and
// callers do their worst: how fast GET /healthz is answered, how much memory the process takes, and
// how long it takes to end while the attack continues. Each file of tests/evil/ is a scenario, with
// a separate service. Its default export is { name, env?, attack }: `env` is environment of the
// service, or a function that returns it. `attack` receives { url, pid, dataDir, tokens, request,
// signal, seconds }, starts its peers on loopback, keeps the load up until the signal is aborted,
// cleans up, and throws when its peers were never met. A peer that burns CPU is a child process.
// --short is for CI: 3 seconds each, and only ten times these times is a failure. Memory differs by a tenth from run to
// run, and with the machine: a fifth more than the promise is a failure. Needs `npm run build`.
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { measureHealth, startService } from './under-attack-support.mjs';

const PROMISE = { p99: 50, max: 100, exit: 5, rss: 400 }; // ms, ms, s, MB
const WARM_UP_MS = 1000;
const CLEAN_UP_MS = 20_000;

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, seconds: { type: 'string' } },
  allowPositionals: true,
});
const seconds = Number(values.seconds ?? (values.short ? 3 : 15));
const factor = values.short ? 10 : 1;
const memoryFactor = values.short ? 1.2 : 1;
const limits = {
  p99: PROMISE.p99 * factor,
  max: PROMISE.max * factor,
  exit: PROMISE.exit * factor,
  rss: PROMISE.rss * memoryFactor,
};

const folder = new URL('../evil/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
const known = ['nothing', ...files.map((name) => name.slice(0, -4)).sort()];
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no scenario is called ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}

const NOTHING = { name: 'no attack', attack: ({ signal }) => untilAborted(signal) };
const untilAborted = (signal) =>
  signal.aborted || new Promise((resolve) => signal.addEventListener('abort', resolve));

async function load(name) {
  return name === 'nothing' ? NOTHING : (await import(new URL(`${name}.mjs`, folder))).default;
}

/** Runs one scenario. `failure`: why it proves nothing. */
async function run({ env, attack }) {
  const service = await startService(typeof env === 'function' ? await env() : env);
  const controller = new AbortController();
  try {
    await warmUp(service.api);
    service.startTurns();
    const health = await measureHealth(service.api.url);
    let failure = null;
    const attacking = attack({ ...service.api, signal: controller.signal, seconds }).catch(
      (error) => {
        failure = error;
      },
    );
    await Promise.race([sleep(seconds * 1000), attacking]);
    const isEarly = failure === null && (await isSettled(attacking));
    const times = await health.stop();
    const exit = await service.end();
    const rss = service.memory.stop();
    controller.abort();
    const isCleaned = await Promise.race([
      attacking.then(() => true),
      sleep(CLEAN_UP_MS).then(() => false),
    ]);
    if (isEarly) failure = new Error('the attack ended before its time');
    if (!isCleaned) failure = new Error('the attack did not end');
    return { ...times, exit, rss, turn: service.longestTurn(), failure, errors: service.errors() };
  } finally {
    controller.abort();
    service.memory.stop();
    await service.remove();
  }
}

const isSettled = (promise) => Promise.race([promise.then(() => true), sleep(0).then(() => false)]);

/** The first requests compile code, which is no effect of an attack. */
async function warmUp({ request }) {
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) {
    await request('viewer', 'GET', '/healthz');
    await request('viewer', 'GET', '/hosts');
  }
}

/** Returns the broken promises. */
const breaches = ({ p99, max, exit, rss, failures, failure }) =>
  [
    failure && `no result: ${failure.message ?? failure}`,
    failures > 0 && `${failures} requests failed`,
    p99 > limits.p99 && `p99 over ${limits.p99} ms`,
    max > limits.max && `max over ${limits.max} ms`,
    rss > limits.rss && `memory over ${limits.rss} MB`,
    exit.seconds > limits.exit && `exit over ${limits.exit} s`,
    !exit.isClean && `ended with ${exit.code}`,
  ].filter(Boolean);

const table = new Table({
  head: [
    'scenario',
    'asked',
    'p50 ms',
    'p99 ms',
    'max ms',
    'turn ms',
    'memory MB',
    'exit s',
    'result',
  ],
});
const failed = [];
for (const name of positionals.length > 0 ? positionals : known) {
  const scenario = await load(name);
  process.stderr.write(`${name} …\n`);
  const result = await run(scenario);
  const broken = breaches(result);
  if (broken.length > 0) {
    failed.push(name);
    console.error(`${name}: ${broken.join('; ')}`);
    if (result.failure) console.error(result.failure);
    for (const line of result.errors.slice(-3)) console.error(`  ${line.slice(0, 300)}`);
  }
  table.push([
    name,
    result.asked,
    ...[result.p50, result.p99, result.max, result.turn].map((ms) => ms?.toFixed(1) ?? ''),
    Math.round(result.rss),
    result.exit.seconds.toFixed(2),
    broken.length === 0 ? 'ok' : broken.join('; '),
  ]);
}
console.log(
  `${table}\nturn: the longest time that the main thread computes without a pause, of CPU time\n` +
    `${seconds} s each; limits: p99 ${limits.p99} ms, max ${limits.max} ms, ` +
    `exit ${limits.exit} s, memory ${limits.rss} MB`,
);
process.exit(failed.length === 0 ? 0 : 1);
