// A separate process that asks GET /healthz every 20 ms, also while answers are missing, and measures each answer.
// healthz-support.mjs <url>; on the message `stop` it sends the times in ms: answers that are still missing count
// with the time they have taken so far.
import { Agent, get } from 'node:http';
import { setPriority } from 'node:os';

const INTERVAL_MS = 20;
const url = `${process.argv[2]}/healthz`;
const agent = new Agent({ keepAlive: true });
const times = [];
const pending = new Set();
let failures = 0;

try {
  setPriority(-10); // the load of a scenario must not delay the measurement
} catch {
  // only root may
}

function ask() {
  const started = performance.now();
  pending.add(started);
  const settle = (isAnswered) => {
    if (!pending.delete(started)) return;
    times.push(performance.now() - started);
    if (!isAnswered) failures += 1;
  };
  get(url, { agent }, (response) => {
    response.resume().on('end', () => settle(response.statusCode === 200));
  }).on('error', () => settle(false));
}

const timer = setInterval(ask, INTERVAL_MS);
process.on('message', () => {
  clearInterval(timer);
  const now = performance.now();
  process.send({ times: [...times, ...[...pending].map((at) => now - at)], failures }, () =>
    process.exit(),
  );
});
process.on('disconnect', () => process.exit());
process.send('ready');
