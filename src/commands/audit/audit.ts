import type { AuditLine } from '../../audit/audit.schemas.js';
import { withClient } from '../client/client.js';
import { getData } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { reportStyle } from '../report/report.output.js';
import { renderAuditLines } from './audit.text.js';

export interface AuditOptions extends ServiceOptions {
  actor?: string;
  action?: string;
  resource?: string;
  id?: string;
  outcome?: string;
  /** Unix seconds */
  since?: string;
  until?: string;
  limit?: string;
  json?: true;
}

/** Prints the newest lines of the audit log. */
export async function audit(options: AuditOptions, io: Io): Promise<number> {
  const { actor, action, resource, id, outcome, since, until, limit } = options;
  const filters = { actor, action, resource, resource_id: id, outcome, since, until, limit };
  const given = Object.entries(filters).filter((f): f is [string, string] => f[1] !== undefined);
  const lines = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    getData<AuditLine[]>(client, 'GET', `/audit?${new URLSearchParams(given).toString()}`),
  );
  if (options.json) io.stdout.write(`${JSON.stringify(lines, null, 2)}\n`);
  else if (lines.length === 0) io.stderr.write('No lines.\n');
  else io.stdout.write(renderAuditLines(lines, reportStyle(undefined, io).width));
  return 0;
}
