// Measures the first view of each screen on a fleet of 10,000 hosts, with a cold cache, median of 9: first contentful
// paint, rows in sight (the overview: whole), requests, bytes and nodes. Needs `npm run build` and Chromium.
import { median, printLimit, printMissed, signIn, withConsole } from './support.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const PAINT_MS = 400;
const ROWS_MS = 800;
const WHOLE_MS = 1_000;
const REQUESTS = 6;
const KILOBYTES = 150;
const NODES = 2_500;

/** Screens, and what is awaited besides the end of `Loading…`: a number of rows, or elements that need data. */
const SCREENS = [
  ['', '#worst-title', '#do-first-title', '.history svg, main figure svg'],
  ['hosts', 100],
  ['hosts/7', 5],
  ['findings', 100],
  ['findings?view=actions', 5],
  ['vulnerabilities/CVE-2024-000100', 5],
  ['acceptances', '.notice'],
  ['templates', 100],
  ['templates/1', 'main svg', '#diff-title'],
  ['templates/1/edit', 'main form', '.next-starts li'],
  ['calendar', 'main svg'],
  ['tasks', 100],
  ['tasks/1', 1],
  ['agents', 100],
  ['agents/batches/1', 100],
  ['settings', '.notice'],
  ['settings/access', 1],
  ['settings/feeds', 1],
  ['settings/groups', '.notice'],
  ['settings/about', 'main dl'],
  ['audit', 1],
];

/** Opens a screen in a new context with the session of another, and returns its times and sizes. */
async function visit(bench, state, path, awaited) {
  const context = await bench.browser.newContext({ storageState: state });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${bench.url}/ui/${path}`, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    (all) => {
      const rows = document.querySelectorAll('main tbody tr').length;
      const isThere = (one) =>
        typeof one === 'number' ? rows >= one : document.querySelector(one) !== null;
      const texts = [...document.querySelectorAll('main p, main div, main td')];
      const isLoading = texts.some(({ textContent }) => textContent.trim() === 'Loading…');
      const isBusy = isLoading || document.querySelector('main [aria-busy=true]') !== null;
      return document.querySelector('main h1') && !isBusy && all.every(isThere)
        ? performance.now()
        : false;
    },
    awaited,
    { polling: 'raf', timeout: 15_000 },
  );
  const visible = await seen.jsonValue();
  await page.waitForLoadState('networkidle');
  const { paint, nodes } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    nodes: document.querySelectorAll('*').length,
  }));
  await context.close();
  return { paint, visible, requests, kilobytes: bytes / 1000, nodes };
}

await withConsole(async (bench) => {
  const page = await signIn(bench);
  const state = await page.context().storageState();
  for (const [path, ...awaited] of SCREENS) {
    const views = [];
    for (let i = 0; i < ROUNDS; i += 1) views.push(await visit(bench, state, path, awaited));
    const of = (name) => median(views.map((view) => view[name]));
    const name = `/ui/${path}`;
    printLimit(`${name}: first contentful paint`, of('paint'), PAINT_MS);
    printLimit('  rows in sight', of('visible'), path === '' ? WHOLE_MS : ROWS_MS);
    printLimit('  requests', of('requests'), REQUESTS, '');
    printLimit('  bytes', of('kilobytes'), KILOBYTES, 'KB');
    printLimit('  nodes', of('nodes'), NODES, '');
  }
  printMissed();
});
