import { it } from 'vitest';
import { seedConsole } from '../../support/console-fleet.js';
import { openConsole } from '../../support/console.js';

const VIEWPORT = { width: 1180, height: 720 };

/** The pictures of the README: name and path of the screen. */
const PICTURES = [
  ['overview', ''],
  ['host', 'hosts/1'],
] as const;

it.each(['light', 'dark'] as const)(
  'writes the pictures of the README: %s',
  async (colorScheme) => {
    const { page, open } = await seedConsole(
      await openConsole({ colorScheme, viewport: VIEWPORT }),
    );
    for (const [name, path] of PICTURES) {
      await open(path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}.png` });
    }
  },
);
