import { it } from 'vitest';
import { openConsoleStory } from '../../support/console-story.js';

const WIDTH = 1180;

it.each(['light', 'dark'] as const)(
  'writes the pictures of the README: %s',
  async (colorScheme) => {
    const { page, open, template } = await openConsoleStory({
      colorScheme,
      viewport: { width: WIDTH, height: 720 },
    });
    const pictures = [
      { name: 'overview', path: '', height: 1130 },
      { name: 'chain', path: `templates/${template}`, height: 680 },
    ];
    for (const { name, path, height } of pictures) {
      await page.setViewportSize({ width: WIDTH, height });
      await open(path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}.png` });
    }
  },
);
