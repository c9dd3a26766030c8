import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { FLEETS } from '../../support/console-fleets.js';
import { visit } from '../../support/visit.js';

// Pictures of all screens, of each fleet in each view, into SHOTS (default: below the temporary folder).
// FLEETS and VIEWS choose some: FLEETS=none,seven VIEWS=light,print npm run screenshots -- all-screens
const FOLDER = process.env.SHOTS ?? join(tmpdir(), 'hostwarden-screens');
const MAX_HEIGHT = 2400;

type View = (page: Page) => Promise<void>;
const setView =
  (width: number, media: Parameters<Page['emulateMedia']>[0]): View =>
  async (page) => {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
    await page.emulateMedia({ colorScheme: 'light', media: null, forcedColors: null, ...media });
  };

const VIEWS: Record<string, View> = {
  light: setView(1280, {}),
  dark: setView(1280, { colorScheme: 'dark' }),
  phone: setView(360, {}),
  print: setView(718, { media: 'print', colorScheme: 'dark' }), // A4 without its margins; paper is white
  forced: setView(1280, { forcedColors: 'active' }),
};

const chosen = (names: Record<string, unknown>, wanted: string | undefined): string[] =>
  Object.keys(names).filter((name) => wanted?.split(',').includes(name) ?? true);

const toFileName = (path: string): string => path.replaceAll(/\W+/g, '-') || 'overview';

/** Takes a picture of the whole page, or of its upper part. */
async function shoot(page: Page, path: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const whole: number = await page.evaluate('document.documentElement.scrollHeight');
  await page.screenshot({
    path,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), MAX_HEIGHT) },
  });
}

it.each(chosen(FLEETS, process.env.FLEETS))(
  'takes a picture of every screen: %s',
  async (fleet) => {
    const { page, screens } = await FLEETS[fleet]!();
    await visit(page, 'settings/about'); // the requests of the page before are not counted
    for (const name of chosen(VIEWS, process.env.VIEWS)) {
      const folder = join(FOLDER, fleet, name);
      mkdirSync(folder, { recursive: true });
      await VIEWS[name]?.(page);
      for (const [i, path] of screens.entries()) {
        await visit(page, path);
        const file = join(folder, `${String(i).padStart(2, '0')}-${toFileName(path)}`);
        await shoot(page, `${file}.png`);
        if (name === 'print') await page.pdf({ path: `${file}.pdf`, format: 'A4' });
      }
    }
  },
  600_000,
);
