// Measures a page that shows a batch of 1,000 installations while 1,000 events a second arrive for 10 s: the longest
// task of the page, how often a row is painted anew, and whether it is right at the end. Needs `npm run build` and
// Chromium.
import { printLimit, printMissed, signIn, withConsole } from './support.mjs';

const EVENTS = 10_000;

await withConsole(async (bench) => {
  const page = await signIn(bench);
  await page.goto(`${bench.url}/ui/agents/batches/1`);
  await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
  await page.locator('main tbody tr').nth(50).waitFor();
  const loaded = await page.evaluate(() => {
    window.benchChanges = [];
    const row = document.querySelector('main tbody tr');
    new MutationObserver(() => window.benchChanges.push(performance.now())).observe(row, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return performance.now();
  });
  const took = await bench.ask('burst', EVENTS);
  console.log(`${EVENTS} events in ${(took / 1000).toFixed(1)} s`);
  await page.getByText('1,000 of 1,000 hosts done').waitFor({ timeout: 5_000 });
  await page.locator('h2', { hasText: 'Finished' }).waitFor({ timeout: 5_000 });
  const { tasks, changes } = await page.evaluate(() => ({
    tasks: window.benchTasks,
    changes: window.benchChanges,
  }));
  const late = tasks.filter(({ startTime }) => startTime > loaded).map(({ duration }) => duration);
  printLimit('longest task of the page', Math.max(0, ...late), 50);
  const inSecond = (from) => changes.filter((at) => at >= from && at < from + 1000).length;
  printLimit('repaints of a row in a second', Math.max(0, ...changes.map(inSecond)), 4, '');
  printMissed();
});
