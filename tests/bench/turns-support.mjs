// Loaded into the service by under-attack.mjs: how long its main thread computes without a pause, in CPU time, so that
// other programs on the machine do not count. SIGUSR2 starts it, since loading the modules is no effect of an attack.
// At the end it writes the longest times (ms) to TURNS_FILE. Linux only.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 5;
const KEPT = 1000;

function cpuMs() {
  const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function watch(file) {
  let last = cpuMs();
  let turns = [];
  process.on('SIGUSR2', () => {
    turns = [];
  });
  setInterval(() => {
    const now = cpuMs();
    turns.push(now - last);
    last = now;
    if (turns.length > 2 * KEPT) turns = longest(turns);
  }, INTERVAL_MS).unref();
  process.on('exit', () => writeFileSync(file, JSON.stringify(longest(turns))));
}

const longest = (turns) => turns.sort((a, b) => b - a).slice(0, KEPT);

if (isMainThread && process.env.TURNS_FILE && process.platform === 'linux')
  watch(process.env.TURNS_FILE);
