import { describeJump } from '../../clock/jump-text.js';
import type { ClockJump } from '../../clock/jumps.js';
import type { Context } from '../../context.js';
import { data } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { fileSizes } from './folder-size.js';
import { describeSettings, sumDataDir } from './settings.js';
import { SettingsResponse } from './settings.schemas.js';

/** The effective settings, bare and under /api/v2. */
export function settingsRoutes(app: App, { config, clock, clockWatch }: Context): void {
  app.get(
    '/settings',
    {
      schema: { response: { 200: data(SettingsResponse) } },
      config: {
        role: 'viewer',
        tag: 'Health',
        summary: 'Get settings',
        description:
          'The effective settings, without secrets: time zone, limits, retention, and the size of the ' +
          'data directory in bytes.',
      },
    },
    async () => {
      const sizes = await fileSizes(config.DATA_DIR);
      const settings = describeSettings(config, clock.now());
      const clock_jump = shownJump(clockWatch.newestJump());
      return { data: { ...settings, clock_jump, data_dir: sumDataDir(config.DATA_DIR, sizes) } };
    },
  );
}

const shownJump = (jump: ClockJump | null): SettingsResponse['clock_jump'] =>
  jump && { noticed_at: jump.noticed_at, seconds: jump.seconds, message: describeJump(jump) };
