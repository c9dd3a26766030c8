import { readConfig } from '../../config.js';
import { permissionWarnings } from '../../data-dir/check-data-dir.js';
import { systemClock } from '../../platform/clock.js';
import type { SummaryBody } from '../../fleet/fleet.schemas.js';
import type { SettingsResponse } from '../../data-dir/settings/settings.schemas.js';
import { withClient } from '../client/client.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { reportStyle } from '../report/report.output.js';
import { renderStatus } from './status.text.js';

export interface StatusOptions extends ServiceOptions {
  json?: true;
}

/** Prints the summary of the fleet, and a warning if other users may use the data directory. */
export async function status(options: StatusOptions, io: Io): Promise<number> {
  const [summary, jump] = await withClient(options, io, async (client) => {
    const found = await getData<SummaryBody>(client, 'GET', '/summary');
    return [found, options.json ? null : await findJump(client)] as const;
  });
  const { paint, width } = reportStyle(undefined, io);
  const now = systemClock.now();
  io.stdout.write(
    options.json
      ? `${JSON.stringify(summary, null, 2)}\n`
      : renderStatus(summary, { paint, width, now }, jump),
  );
  if (options.url === undefined)
    io.stderr.write(permissionWarnings(readConfig({ DATA_DIR: options.dataDir }).DATA_DIR));
  return 0;
}

/** Returns the newest jump of the clock; an older service does not report it. */
const findJump = async (client: Client): Promise<SettingsResponse['clock_jump']> =>
  (await getData<Partial<SettingsResponse>>(client, 'GET', '/settings')).clock_jump ?? null;
