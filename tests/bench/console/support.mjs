// The shared part of the benches of the console: a service in another process, Chromium, and the times of a page.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);
const service = new URL('fleet.service.mjs', import.meta.url);

/** Calls `work` with a service and a browser, and ends both. `ask(name, value)` asks the process of the service. */
export async function withConsole(work, env = {}) {
  if (CHROMIUM === undefined) {
    console.log('skipped: this bench needs Chromium');
    return;
  }
  const child = fork(service, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  child.on('message', ({ id, answer }) => waiting.get(id)?.resolve(answer));
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the service ended'));
  });
  const answerOf = (id) =>
    new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    }).finally(() => waiting.delete(id));
  const { url, token } = await answerOf('ready');
  let asked = 0;
  const ask = (name, value) => {
    asked += 1;
    const answer = answerOf(asked);
    child.send({ id: asked, ask: name, value });
    return answer;
  };
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  try {
    await work({ url, token, ask, browser, pid: child.pid });
  } finally {
    await browser.close();
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** Signs in a new context of the browser: its cache is cold. Returns its page, on the overview. */
export async function signIn({ browser, url, ask }, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watchTasks);
  await page.goto(`${url}/ui/sign-in#${await ask('code')}`);
  await page.waitForURL(`${url}/ui/`);
  await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
  return page;
}

/** Runs in the page: collects long tasks and the times of interactions. */
function watchTasks() {
  window.benchTasks = [];
  window.benchInteractions = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      window.benchTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.benchInteractions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/** Returns the value below which this share of the ascending values is. */
export const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
};
export const median = (values) => quantile(values, 0.5);

let missed = 0;
/** Prints a value, its limit and their ratio. */
export function printLimit(what, value, limit, unit = 'ms') {
  if (value > limit) missed += 1;
  const ratio = (value / limit).toFixed(2);
  const shown = value < 10 ? value.toFixed(1) : value.toFixed(0);
  const measured = `${what.padEnd(58)} ${shown.padStart(8)} ${unit.padEnd(3)}`;
  const verdict = value > limit ? '  MISSED' : '';
  console.log(`${measured} limit ${String(limit).padStart(6)}  ratio ${ratio}${verdict}`);
}
/** Prints how many limits were missed; the process then ends with 1. */
export function printMissed() {
  console.log(missed === 0 ? 'all limits kept' : `${missed} limits missed`);
  if (missed > 0) process.exitCode = 1;
}
