// Measures what a click and a key cost on a fleet of 10,000 hosts: change of screen, typing in a filter, the next page,
// the delay of interactions with a processor that is four times slower, and long tasks. Needs `npm run build` and
// Chromium.
import { median, printLimit, printMissed, quantile, signIn, withConsole } from './support.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SLOWER = 4;
const SCREENS = ['hosts', 'findings', 'templates', 'tasks', 'agents', 'settings', 'audit', ''];

/** Returns the ms from `act` until `isShown` is true in the page. Both run in the page; `value` is passed to both. */
const timeOf = (page, act, isShown, value) =>
  page.evaluate(
    async ([actText, shownText, given]) => {
      // The page allows no script from text: the functions come through the inspector, which does.
      const start = performance.now();
      window.benchActs[actText](given);
      while (!window.benchActs[shownText](given)) await new Promise(requestAnimationFrame);
      return performance.now() - start;
    },
    [act, isShown, value],
  );

/** Runs in the page: what is done, and how one sees that it is done. */
function defineActs() {
  const firstRow = () => document.querySelector('main tbody tr')?.textContent ?? '';
  const TITLES = { '': 'Overview', settings: 'Credentials' };
  const titleWords = (path) => TITLES[path] ?? path;
  let before = '';
  const isWhole = () =>
    document.querySelector('main h1') !== null &&
    document.querySelector('main [aria-busy=true]') === null;
  window.benchActs = {
    open: (path) => {
      const link = [...document.querySelectorAll('nav a')].find(
        (a) => new URL(a.href).pathname === `/ui/${path}`,
      );
      link.click();
    },
    isOpen: (path) =>
      document
        .querySelector('main h1')
        ?.textContent.toLowerCase()
        .startsWith(titleWords(path).toLowerCase()) && isWhole(),
    type: (text) => {
      before = firstRow();
      const field = document.querySelector('main input[type=search]');
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    isFiltered: (text) => firstRow().includes(text) && isWhole(),
    next: () => {
      before = firstRow();
      [...document.querySelectorAll('main button, main a')]
        .find((b) => b.textContent.trim() === 'Next')
        .click();
    },
    isNext: () => firstRow() !== before && isWhole(),
  };
}

await withConsole(async (bench) => {
  const page = await signIn(bench);
  await page.evaluate(defineActs);
  const loaded = await page.evaluate(() => performance.now());
  const times = new Map(SCREENS.map((path) => [path, []]));
  for (let i = 0; i < ROUNDS; i += 1)
    for (const path of SCREENS) times.get(path).push(await timeOf(page, 'open', 'isOpen', path));
  for (const [path, list] of times) printLimit(`change of screen: /ui/${path}`, median(list), 250);
  for (const [path, texts] of [
    ['hosts', ['host-7', 'host-8', 'host-9']],
    ['findings', ['CVE-2024-001', 'CVE-2024-002', 'CVE-2024-003']],
  ]) {
    await timeOf(page, 'open', 'isOpen', path);
    await page.locator('main tbody tr').nth(20).waitFor();
    const typed = [];
    const paged = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      typed.push(await timeOf(page, 'type', 'isFiltered', texts[i % texts.length]));
      paged.push(await timeOf(page, 'next', 'isNext'));
    }
    printLimit(`${path}: from a key in the filter to new rows`, median(typed), 200);
    printLimit(`${path}: next page`, median(paged), 150);
  }
  const tasks = await page.evaluate(() => window.benchTasks);
  const late = tasks.filter(({ startTime }) => startTime > loaded).map(({ duration }) => duration);
  printLimit('longest task after the load', Math.max(0, ...late), 100);

  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => {
    window.benchInteractions.length = 0;
  });
  for (let i = 0; i < ROUNDS; i += 1)
    for (const path of SCREENS.slice(0, 5)) {
      await page.locator(`nav a[href$="/ui/${path}"], nav a[href$="${path}"]`).first().click();
      await page.locator('main h1').waitFor();
      if (path === 'hosts') {
        await page.locator('main input[type=search]').pressSequentially('host-12');
        await page.keyboard.press('Escape');
        await page.keyboard.press('j');
        await page.keyboard.press('x');
      }
    }
  const delays = await page.evaluate(() => window.benchInteractions);
  printLimit(
    `interaction to next paint, p98 of ${delays.length}, ${SLOWER} × slower`,
    quantile(delays, 0.98),
    200,
  );
  printMissed();
});
