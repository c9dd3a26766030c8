import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Returns what axe finds on a page. @param rules ids of rules; absent: all of the tags */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: rules ?? TAGS, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${options})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
