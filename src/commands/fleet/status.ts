import { systemClock } from '../../platform/clock.js';
import type { SummaryBody } from '../../fleet/fleet.schemas.js';
import { withClient } from '../client/client.js';
import { getData } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { reportStyle } from '../report/report.output.js';
import { renderStatus } from './status.text.js';

export interface StatusOptions extends ServiceOptions {
  json?: true;
}

/** Prints the summary of the fleet. */
export async function status(options: StatusOptions, io: Io): Promise<number> {
  const summary = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    getData<SummaryBody>(client, 'GET', '/summary'),
  );
  const { paint, width } = reportStyle(undefined, io);
  const now = systemClock.now();
  io.stdout.write(
    options.json
      ? `${JSON.stringify(summary, null, 2)}\n`
      : renderStatus(summary, { paint, width, now }),
  );
  return 0;
}
