import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import type { Role } from '../../src/tokens/tokens.table.js';
import { heldClock, testApp, type TestApp, type TestAppOptions } from './app.js';
import { watchRequests } from './visit.js';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

/** Whether there is a browser. Without one, the tests that need it are skipped. */
export const hasBrowser = CHROMIUM !== undefined;
if (!hasBrowser) console.log('skipped: the tests of the console need Chromium');

/** No name leads anywhere, except one as in a network: the browser trusts it less than loopback. */
const HOSTS = 'MAP hostwarden.lan 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

let browser: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', `--host-resolver-rules=${HOSTS}`],
  });
  return browser;
}

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

/** The complaints of the browser. A test fails with any that it does not expect. */
interface PageFaults {
  list: string[];
  /** patterns of faults that the test causes */
  expected: RegExp[];
}

/** The console, open in Chromium, against the real service. */
export interface OpenConsole extends TestApp {
  page: Page;
  context: BrowserContext;
  faults: PageFaults;
  /** where the service listens */
  origin: string;
  /** Opens a screen, such as `hosts?q=web`. */
  open: (path: string) => Promise<void>;
  /** Returns a link that signs in. */
  link: (role?: Role) => string;
}

export interface ConsoleOptions extends TestAppOptions {
  /** null: without a sign-in */
  role?: Role | null;
  /** replaces the origin of the service: that of a proxy in front of it */
  proxy?: (port: number) => Promise<string>;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** settings of the browser: its zone, touch and others */
  browser?: BrowserContextOptions;
}

/** Opens the service on a new data directory, and its console in a new context of the browser. */
export async function openConsole(options: ConsoleOptions = {}): Promise<OpenConsole> {
  const {
    role = 'admin',
    proxy,
    viewport,
    colorScheme,
    browser: settings,
    ...appOptions
  } = options;
  const service = await testApp({
    clock: heldClock(Math.floor(Date.now() / 1000)),
    ...appOptions,
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const origin = proxy ? await proxy(port) : `http://127.0.0.1:${port}`;
  const { context, page, faults } = await openPage(origin, {
    ...(viewport && { viewport }),
    ...(colorScheme && { colorScheme }),
    ...settings,
  });
  const link = (wanted: Role = 'admin'): string => {
    const code = service.ctx.sessions.issueCode({ id: null, role: 'admin' }, wanted);
    return `${origin}/ui/sign-in#${code?.code ?? ''}`;
  };
  if (role !== null) {
    await page.goto(link(role));
    await page.waitForURL(`${origin}/ui/`);
    await waitForEvents(page);
  }
  return {
    ...service,
    page,
    context,
    faults,
    origin,
    link,
    open: async (path) => {
      await page.goto(`${origin}/ui/${path}`);
      await page.locator('main h1').waitFor();
      if (role !== null) await waitForEvents(page);
    },
  };
}

/** Opens an empty page for the console at an origin, in a new context of the browser. */
export async function openPage(
  origin: string,
  settings: BrowserContextOptions = {},
): Promise<Pick<OpenConsole, 'context' | 'page' | 'faults'>> {
  const context = await (await launch()).newContext({ ignoreHTTPSErrors: true, ...settings });
  const page = await context.newPage();
  const faults = watchPage(page, origin);
  watchRequests(page);
  onTestFinished(() => context.close());
  return { context, page, faults };
}

/** Waits for the connection of events: a ticket does not outlive a jump of the clock. */
export const waitForEvents = (page: Page): Promise<void> =>
  page.locator('html[data-live=open]').waitFor({ state: 'attached' });

/** Collects console messages (reports of the content security policy among them), errors and foreign requests. */
function watchPage(page: Page, origin: string): PageFaults {
  const faults: PageFaults = { list: [], expected: [] };
  const own = new URL(origin).origin;
  page.on('console', (message) => {
    faults.list.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.list.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== own)
      faults.list.push(`request to another origin: ${request.url()}`);
  });
  onTestFinished(() => {
    const unexpected = faults.list.filter((text) => !faults.expected.some((e) => e.test(text)));
    expect(unexpected).toEqual([]);
  });
  return faults;
}
