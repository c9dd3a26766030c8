// endurance.mjs [minutes] — measures the memory of a page: 200 changes of screen while 20 events a second arrive, for
// 30 minutes. The heap is read after a garbage collection, in the first and in the second half; the nodes of each
// screen are counted. Needs `npm run build` and Chromium.
import { median, printLimit, printMissed, signIn, withConsole } from './support.mjs';

const MINUTES = Number(process.argv[2] ?? 30);
const CHANGES = 200;
const SCREENS = ['hosts', 'findings', 'templates', 'tasks', 'agents', 'settings', 'audit', ''];
const EVENTS_PER_SECOND = 20;

await withConsole(async (bench) => {
  const page = await signIn(bench);
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const pause = (MINUTES * 60_000) / CHANGES;
  const sizes = [];
  let nodes = 0;
  for (let i = 0; i < CHANGES; i += 1) {
    const path = SCREENS[i % SCREENS.length];
    await page.locator(`nav a[href$="/ui/${path}"]`).first().click();
    await page.locator('main h1').waitFor();
    const until = performance.now() + pause;
    await bench.ask('events', Math.round((pause / 1000) * EVENTS_PER_SECOND));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    nodes = Math.max(nodes, await page.evaluate("document.querySelectorAll('*').length"));
    if (path === '') sizes.push(await heap());
  }
  const half = Math.floor(sizes.length / 2);
  const before = median(sizes.slice(half - 4, half));
  const after = median(sizes.slice(-4));
  console.log(`heap on the overview: ${sizes.map((size) => size.toFixed(1)).join(' ')} MB`);
  printLimit(`heap after ${MINUTES} minutes`, sizes.at(-1), 40, 'MB');
  printLimit('most nodes of a screen', nodes, 2500, '');
  printLimit('growth in the second half', (after / before - 1) * 100, 10, '%');
  printMissed();
});
