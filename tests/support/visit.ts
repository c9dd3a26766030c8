import type { Page, Request } from 'playwright-core';

const pending = new WeakMap<Page, Set<Request>>();

/** Begins to count the requests of a page. Call it before the page is opened. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  pending.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Waits until the heading is there, all requests are answered, and what they answered is drawn. */
export async function waitForAnswers(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  const open = pending.get(page) ?? new Set();
  for (let calm = 0; calm < 3;) {
    // A frame of the page: an answer that is drawn may begin the next request.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    calm = open.size === 0 ? calm + 1 : 0;
  }
}

/** Opens a screen as a link within the console does, and waits until it is there. */
export async function visit(page: Page, path: string): Promise<void> {
  const url = `${new URL(page.url()).origin}/ui/${path}`;
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)});
    dispatchEvent(new PopStateEvent('popstate'))`);
  await waitForAnswers(page);
}
