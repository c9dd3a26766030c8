import { describe, expect, it } from 'vitest';
import { chromium, openPage, type BrowserPage } from '../../support/browser.js';
import { createReportApp } from '../report-app.js';

if (chromium === undefined) console.log('Skipped: the script of the HTML report needs Chromium.');

const KEV = JSON.stringify({
  catalogVersion: '2026.09.01',
  count: 1,
  vulnerabilities: [{ cveID: 'CVE-2024-1', dateAdded: '2024-05-01' }],
});
/** A package for each action: critical and exploited, high, low without a fix. */
const release = (fixed: string | null, urgency: string) => ({
  scope: 'remote',
  releases: {
    bookworm: {
      status: fixed === null ? 'open' : 'resolved',
      repositories: {},
      urgency,
      ...(fixed !== null && { fixed_version: fixed }),
    },
  },
});
const TRACKER = JSON.stringify({
  openssl: { 'CVE-2024-1': release('3.0.2', 'high') },
  curl: { 'CVE-2024-2': release('8.1', 'medium') },
  bash: { 'CVE-2024-3': release(null, 'low') },
});

/** Returns the page of a report of two hosts. */
async function renderPage(): Promise<string> {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  await app.request(200, 'PUT', '/feeds/kev', KEV);
  const first = await app.addHost('10.0.0.1');
  const second = await app.addHost('10.0.0.2');
  await app.importPackages(first, { openssl: '3.0.1', curl: '8.0', bash: '5.1' });
  await app.importPackages(second, { curl: '8.0' });
  const template = await app.addTemplate('inventory', [first, second]);
  await app.runTask(template);
  return (await app.call('GET', '/api/v1/tasks/1/report?format=html')).text;
}

/** The visible findings: `10.0.0.1 CVE-2024-1`, in the order of the page. */
const VISIBLE = `[...document.querySelectorAll('tr[data-h]')].filter((tr) => !tr.hidden).flatMap((tr) =>
  [...tr.querySelectorAll('li[data-s]')].filter((li) => !li.hidden).map((li) =>
    tr.cells[2].textContent.match(/10\\.0\\.0\\.\\d/)[0] + ' ' + li.textContent.match(/CVE-\\d+-\\d+/)[0]))`;

const COUNT = "document.getElementById('tn').textContent";

const ALL = [
  '10.0.0.1 CVE-2024-1',
  '10.0.0.1 CVE-2024-2',
  '10.0.0.2 CVE-2024-2',
  '10.0.0.1 CVE-2024-3',
];

/** Sets a control, as a person does, and returns what is visible. */
async function set(page: BrowserPage, id: string, value: string | boolean) {
  const property = typeof value === 'boolean' ? 'checked' : 'value';
  await page.evaluate(
    `{ const e = document.getElementById('${id}');
      e.${property} = ${JSON.stringify(value)};
      e.dispatchEvent(new Event('input')); }`,
  );
  return {
    visible: (await page.evaluate<string[]>(VISIBLE)).sort(),
    count: await page.evaluate<string>(COUNT),
  };
}

describe.runIf(chromium !== undefined)('the page of a report in a browser', () => {
  it(
    'shows what a search and each filter select, and how many rows',
    { timeout: 60_000 },
    async () => {
      const page = await openPage(await renderPage());
      const all = [...ALL].sort();
      const [exploited = '', curl = ''] = ALL;
      const second = '10.0.0.2 CVE-2024-2';
      const hosts = await page.evaluate<string[]>(
        "[...document.getElementById('th').options].map((o) => o.value)",
      );
      expect(await set(page, 'tq', '')).toEqual({ visible: all, count: '4 of 4 rows' });
      expect(await set(page, 'tq', 'cve-2024-2')).toEqual({
        visible: [curl, second],
        count: '2 of 4 rows',
      });
      expect(await set(page, 'th', hosts.at(-1) ?? '')).toEqual({
        visible: [second],
        count: '1 of 4 rows',
      });
      await set(page, 'tq', '');
      await set(page, 'th', '');
      expect(await set(page, 'tk', true)).toEqual({ visible: [exploited], count: '1 of 4 rows' });
      await set(page, 'tk', false);
      expect(await set(page, 'tf', true)).toEqual({
        visible: [exploited, curl, second],
        count: '3 of 4 rows',
      });
      await set(page, 'tf', false);
      expect((await set(page, 'ts', '1')).visible).toEqual([exploited]);
      expect((await set(page, 'ts', '2')).visible).toEqual([exploited, curl, second]);
      expect(await set(page, 'ts', '9')).toEqual({ visible: all, count: '4 of 4 rows' });
    },
  );

  it('sorts by a column, in both directions, and hides nothing', { timeout: 60_000 }, async () => {
    const page = await openPage(await renderPage());
    const clickHost = (): Promise<string[]> =>
      page.evaluate(
        `document.querySelector('tr[data-h]').closest('table').querySelectorAll('thead th')[2].click(); ${VISIBLE}`,
      );
    expect(await page.evaluate(VISIBLE)).toEqual(ALL);
    const hostOf = (text: string): string => text.slice(0, 8);
    const FIRST_THREE = ['10.0.0.1', '10.0.0.1', '10.0.0.1'];
    expect((await clickHost()).map(hostOf)).toEqual(['10.0.0.2', ...FIRST_THREE]);
    const ascending = await clickHost();
    expect(ascending.map(hostOf)).toEqual([...FIRST_THREE, '10.0.0.2']);
    expect(ascending.toSorted()).toEqual([...ALL].sort());
  });

  it('shows every finding without its script, and no control', { timeout: 60_000 }, async () => {
    const page = await openPage(await renderPage(), { hasScripts: false });
    expect(await page.evaluate(VISIBLE)).toEqual(ALL);
    expect(await page.evaluate("getComputedStyle(document.getElementById('tools')).display")).toBe(
      'none',
    );
  });

  it('breaks no rule of its security policy', { timeout: 60_000 }, async () => {
    const page = await openPage(await renderPage());
    // The script ran although the policy allows only its hash.
    expect(await page.evaluate("document.getElementById('tools').hidden")).toBe(false);
    expect(
      await page.evaluate("document.styleSheets.length > 0 && matchMedia('all').matches"),
    ).toBe(true);
  });
});
