import type { AuditLine } from '../../audit/audit.schemas.js';
import { withClient } from '../client/client.js';
import { getData, withQuery } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { widthOf, type Io } from '../output/io.js';
import { printItems } from '../output/items.js';
import { AUDIT_COLUMNS, renderAuditLines } from './audit.text.js';

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
  const lines = await withClient(options, io, (client) =>
    getData<AuditLine[]>(client, 'GET', withQuery('/audit', filters)),
  );
  const width = widthOf(io.stdout);
  if (options.json !== true && width !== undefined && lines.length > 0)
    io.stdout.write(renderAuditLines(lines, width));
  else printItems(lines, AUDIT_COLUMNS, { json: options.json, none: 'No lines.' }, io);
  return 0;
}
