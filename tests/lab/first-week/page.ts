import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openPage, waitForEvents } from '../../support/console.js';
import { waitForAnswers } from '../../support/visit.js';

/** The folder for pictures of each step; empty: none are taken. */
const PICTURES = process.env.WEEK_PICTURES ?? '';
const SHIFT = readFileSync(new URL('shifted-clock.mjs', import.meta.url), 'utf8');

/** The console of a user who signed in with a link. */
export interface WeekPage {
  page: Page;
  context: BrowserContext;
  /** Opens a screen, and waits until it is there. */
  open: (path: string) => Promise<void>;
  /** Takes a picture, where they are wanted. */
  picture: (name: string) => Promise<void>;
}

/**
 * Signs in with a link.
 * @param shift seconds that the clock of the browser is later than the real one, as that of the service
 */
export async function signIn(link: string, shift: number): Promise<WeekPage> {
  const { origin } = new URL(link);
  const { page, context } = await openPage(origin, {
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1280, height: 900 },
  });
  await context.addInitScript(SHIFT.replace('process.env.LAB_CLOCK_SHIFT', `${shift}`));
  await page.goto(link);
  await page.waitForURL(`${origin}/ui/`);
  await waitForEvents(page);
  return {
    page,
    context,
    async open(path) {
      await page.goto(`${origin}/ui/${path}`);
      await waitForAnswers(page);
    },
    async picture(name) {
      if (PICTURES === '') return;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
    },
  };
}

/** Notes each text that a part of the page has, from now on. Returns what reads them; a reload loses them. */
export async function watchTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const seen = (window.seenTexts = new Set());
    const note = () => {
      const part = document.querySelector(${JSON.stringify(selector)});
      if (part) seen.add(part.innerText + [...part.querySelectorAll('progress')].map((p) => ' ' + p.value));
    };
    note();
    new MutationObserver(note).observe(document.body,
      { subtree: true, childList: true, attributes: true, characterData: true });
  }`);
  return () => page.evaluate('[...window.seenTexts]');
}
