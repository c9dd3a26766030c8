import { describe, expect, it } from 'vitest';
import { createWalk, EVERY_SCREEN, openFullConsole } from '../../support/console-walk.js';
import { writeHostileTexts } from '../../support/hostile-texts.js';
import { hasBrowser } from '../../support/console.js';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Returns texts that stick out of the page or of their cell, without a way to scroll there. */
const STICKING_OUT = `(() => {
  const found = [];
  const clips = (element) => getComputedStyle(element).overflowX !== 'visible';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.data.trim() === '' || node.parentElement.closest('.skip') || !node.parentElement.checkVisibility()) continue;
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    let limit = { left: 0, right: innerWidth };
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement)
      if (clips(up)) limit = null, up = document.body.firstChild;
      else if (limit.right === innerWidth && /^T[DH]$/.test(up.tagName)) limit = up.getBoundingClientRect();
    if (limit && (right > limit.right + 1 || left < limit.left - 1))
      found.push(node.parentElement.outerHTML.slice(0, 120));
  }
  return [...new Set(found)].slice(0, 5);
})()`;

/** Returns the elements that make the page too wide. */
const WIDE = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 80)).slice(-3).join(' ')`;

/** Returns links to elsewhere that are not http(s), do not show their host, or give the page away. */
const BAD_LINKS = `[...document.querySelectorAll('a[href]')].filter((link) => {
  const url = new URL(link.href, location.href);
  if (url.origin === location.origin) return false;
  const isShown = link.parentElement.textContent.includes(url.host) || link.title.includes(url.host);
  return !/^https?:$/.test(url.protocol) || !isShown || !link.relList.contains('noopener');
}).map((link) => link.outerHTML.slice(0, 200))`;

describe.runIf(hasBrowser)('hostile texts', () => {
  it('run nothing, stay in their cells, and make no link, on any screen', async () => {
    const console = await openFullConsole();
    writeHostileTexts(console.ctx.database.sqlite);
    const { page, origin, link } = console;
    const walk = createWalk(page, origin);
    await page.goto(link());
    await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
    const found: string[] = [];
    let shown = 0;
    for (const path of EVERY_SCREEN) {
      await walk.go(path);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const at = `/ui/${path} at ${size.width} px`;
        const out = await page.evaluate<number>(
          'document.documentElement.scrollWidth - innerWidth',
        );
        if (out > 0)
          found.push(`${at} is ${out} px too wide: ${await page.evaluate<string>(WIDE)}`);
        for (const html of await page.evaluate<string[]>(STICKING_OUT))
          found.push(`${at}: ${html}`);
      }
      for (const html of await page.evaluate<string[]>(BAD_LINKS))
        found.push(`/ui/${path}: link ${html}`);
      if (await page.evaluate('globalThis.hacked !== undefined')) found.push(`/ui/${path}: ran`);
      if (await page.evaluate('document.body.innerText.includes("<img src=x")')) shown += 1;
    }
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(15);
  });
});
