import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromium, headlessArguments, writePage } from '../../support/browser.js';
import { createReportApp } from '../report-app.js';

const PACKAGES = 1_587;
const MAX_PAGES = 12;

/** Returns the number of pages of a page on paper. */
function countPages(html: string): number {
  const { dir, url } = writePage(html);
  const pdf = join(dir, 'page.pdf');
  execFileSync(
    chromium ?? '',
    [...headlessArguments(dir), '--no-pdf-header-footer', `--print-to-pdf=${pdf}`, url],
    { stdio: 'ignore' },
  );
  return readFileSync(pdf, 'latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
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
