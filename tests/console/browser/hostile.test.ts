import { describe, expect, it } from 'vitest';
import { openConsoleOfRoles } from '../../support/console-walk.js';
import { writeHostileTexts } from '../../support/hostile-texts.js';
import { hasBrowser } from '../../support/console.js';
import { openPictureTables } from '../../support/picture-tables.js';

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
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest('.skip') || !parent.checkVisibility()) continue;
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

/** Returns what a person reads that has a character which turns the direction of writing around. */
const TURNED_AROUND = `(() => {
  const turns = /\\p{Bidi_Control}/u;
  const found = turns.test(document.title) ? ['title: ' + document.title] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (turns.test(node.data)) found.push(node.parentElement.outerHTML.slice(0, 200));
  for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]'))
    for (const name of ['title', 'aria-label', 'placeholder'])
      if (turns.test(element.getAttribute(name) ?? '')) found.push(name + ' of ' + element.tagName);
  return found.slice(0, 5);
})()`;

/** Returns elements in a line whose letters could reorder those beside them. */
const NOT_ISOLATED = `[...new Set([...document.querySelectorAll('main *')]
  .filter((element) => getComputedStyle(element).unicodeBidi !== 'isolate')
  .map((element) => element.tagName))].filter((name) => !/^(BR|TEXTAREA|BDI)$/.test(name))`;

describe.runIf(hasBrowser)('hostile texts', () => {
  it('run nothing, stay in their cells, and make no link, on any screen', async () => {
    const console = await openConsoleOfRoles();
    writeHostileTexts(console);
    const { page, screens, signIn, go } = console;
    await signIn();
    const found: string[] = [];
    let shown = 0;
    for (const path of screens) {
      await go(path);
      await openPictureTables(page);
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
      for (const text of await page.evaluate<string[]>(TURNED_AROUND))
        found.push(`/ui/${path}: turned around: ${text}`);
      for (const name of await page.evaluate<string[]>(NOT_ISOLATED))
        found.push(`/ui/${path}: not isolated: ${name}`);
      for (const html of await page.evaluate<string[]>(BAD_LINKS))
        found.push(`/ui/${path}: link ${html}`);
      if (await page.evaluate('globalThis.hacked !== undefined')) found.push(`/ui/${path}: ran`);
      if (await page.evaluate('/hacked=1|W{50}/.test(document.body.innerText)')) shown += 1;
    }
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(15);
  });
});
