import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { visit } from '../../support/visit.js';
import { walkDialogs } from '../../support/walk-dialogs.js';
import { openWholeConsole } from '../../support/whole-console.js';

// Pictures of all dialogs in light, in dark and at 360 px, into SHOTS (default: below the temporary folder).
const FOLDER = process.env.SHOTS ?? join(tmpdir(), 'hostwarden-dialogs');
const WIDE = { width: 1000, height: 760 };
const PHONE = { width: 360, height: 740 };

it('takes a picture of every dialog', async () => {
  const { page, screens, ctx, faults } = await openWholeConsole({ viewport: WIDE });
  mkdirSync(FOLDER, { recursive: true });
  const taken = new Set<string>();
  const shoot = async (title: string): Promise<void> => {
    const name = title.split(': ').at(-1) ?? title; // a host's dialogs are on each of its tabs
    if (taken.has(name)) return;
    taken.add(name);
    const file = join(FOLDER, name.replaceAll(/\W+/g, '-'));
    await page.screenshot({ path: `${file}.light.png` });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${file}.dark.png` });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await page.screenshot({ path: `${file}.phone.png` });
    await page.setViewportSize(WIDE);
  };
  const shootWhenOpen = async (name: string): Promise<void> => {
    await page.getByRole('dialog', { name }).waitFor();
    await shoot(name);
    await page.keyboard.press('Escape');
  };
  for (const path of screens) {
    await visit(page, path);
    await walkDialogs(page, shoot);
  }
  await visit(page, '');
  await page.keyboard.press('Control+k');
  await shootWhenOpen('Go to');
  await page.getByRole('button', { name: 'Keys' }).click();
  await shootWhenOpen('Keys');
  faults.expected.push(/401/);
  ctx.database.sqlite.prepare('DELETE FROM sessions').run();
  await visit(page, 'hosts');
  await shootWhenOpen('Signed out');
}, 300_000);
