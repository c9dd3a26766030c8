import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createReportApp } from '../report-app.js';

const PACKAGES = 1_587;
const MAX_PAGES = 12;

/** Returns the name of an installed Chromium; undefined without one. */
function findChromium(): string | undefined {
  return ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

const chromium = findChromium();

/** Returns the number of pages of a page on paper. */
function countPages(html: string): number {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-print-'));
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  writeFileSync(join(dir, 'page.html'), html);
  execFileSync(
    chromium ?? '',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--user-data-dir=${join(dir, 'profile')}`,
      '--no-pdf-header-footer',
      `--print-to-pdf=${join(dir, 'page.pdf')}`,
      `file://${join(dir, 'page.html')}`,
    ],
    { stdio: 'ignore' },
  );
  return (
    readFileSync(join(dir, 'page.pdf'), 'latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
  );
}

describe.runIf(chromium !== undefined)('a large report on paper', () => {
  it(
    `has at most ${MAX_PAGES} pages, and says where the rest is`,
    { timeout: 60_000 },
    async () => {
      const app = await createReportApp();
      const names = Array.from({ length: PACKAGES }, (_, i) => `package-${i}`);
      await app.importFeed(
        Object.fromEntries(names.map((name, i) => [name, { [`CVE-2024-${i + 1}`]: '2' }])),
      );
      const host = await app.addHost('10.0.0.1');
      const template = await app.addTemplate('inventory', [host]);
      await app.importPackages(host, Object.fromEntries(names.map((name) => [name, '1'])));
      await app.runTask(template);
      const page = (await app.call('GET', '/api/v1/tasks/1/report?format=html')).text;
      expect(page).toContain('more rows: see the CSV format');
      expect(page.match(/<li data-s=/g)).toHaveLength(PACKAGES);
      const pages = countPages(page);
      expect(pages).toBeGreaterThan(1);
      expect(pages).toBeLessThanOrEqual(MAX_PAGES);
    },
  );
});
