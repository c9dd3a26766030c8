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

const MAX_WAIT_MS = 60_000;
/** A frame of the page: an answer that is drawn may begin the next request. A page that is not drawn has none. */
const FRAME =
  'new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 1000); })';

/**
 * Waits until the heading is there, all requests are answered, and what they answered is drawn. Throws after 60 s, with
 * what it waited for, and at once for a page whose requests are not watched.
 */
export async function waitForAnswers(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  const open = pending.get(page);
  if (!open) throw new Error('the requests of this page are not watched');
  const end = Date.now() + MAX_WAIT_MS;
  for (let calm = 0; calm < 3;) {
    await withinMs(page.evaluate(FRAME), end - Date.now(), () => describeWait(page, open));
    calm = open.size === 0 ? calm + 1 : 0;
  }
}

const describeWait = (page: Page, open: ReadonlySet<Request>): string =>
  `${page.url()} does not come to rest; requests without an answer: ` +
  [...open].map((request) => request.url()).join(' ');

/** Waits for a promise. Throws an error with a text when it takes longer. */
async function withinMs(work: Promise<unknown>, ms: number, text: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(text()));
    }, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Opens a screen as a link within the console does, and waits until it is there. */
export async function visit(page: Page, path: string): Promise<void> {
  const url = `${new URL(page.url()).origin}/ui/${path}`;
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)});
    dispatchEvent(new PopStateEvent('popstate'))`);
  await waitForAnswers(page);
}

/** Signs in with a link, also on a page that is signed in: it asks then. @param home where it leads */
export async function followLink(page: Page, link: string, home: string): Promise<void> {
  await page.goto(link);
  const button = page.getByRole('button', { name: 'Sign in with the link' });
  const isAsked = button.waitFor().then(() => true);
  isAsked.catch(() => undefined); // it may never come
  const isSignedIn = page.waitForURL(home).then(() => false);
  if (await Promise.race([isAsked, isSignedIn])) await button.click();
  await isSignedIn;
}
