import type { Selectable } from 'kysely';
import type { Db } from '../database/database.js';
import { offsetOf, type Page } from '../http/common.js';
import type { LastScan, ServiceResponse } from './services.schemas.js';
import type { ServiceTable } from './services.table.js';

const COLUMNS = [
  'port',
  'transport',
  'state',
  'service',
  'product',
  'version',
  'revision',
  'cpe',
  'banner',
  'tls',
  'details',
  'confidence',
  'first_seen',
  'last_seen',
] as const;

const toService = ({
  tls,
  details,
  ...row
}: Pick<Selectable<ServiceTable>, (typeof COLUMNS)[number]>) =>
  ({
    ...row,
    tls: tls === null ? null : (JSON.parse(tls) as ServiceResponse['tls']),
    details: JSON.parse(details) as ServiceResponse['details'],
  }) as ServiceResponse;

/** Returns the latest known state of a host's open ports, by port. */
export async function listServices(
  db: Db,
  hostId: number,
  page: Page,
): Promise<{ items: ServiceResponse[]; total: number }> {
  const rows = await db
    .selectFrom('services')
    .select(COLUMNS)
    .where('host_id', '=', hostId)
    .orderBy('port')
    .orderBy('transport')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('services')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('host_id', '=', hostId)
    .executeTakeFirstOrThrow();
  return { items: rows.map(toService), total };
}

/** Returns what the last scan of a host's ports, at its present address, covered; null: they were never scanned. */
export async function findLastScan(db: Db, hostId: number): Promise<LastScan | null> {
  const scan = await db
    .selectFrom('task_hosts as t')
    .innerJoin('task_scans as s', (on) =>
      on.onRef('s.task_id', '=', 't.task_id').onRef('s.host_id', '=', 't.host_id'),
    )
    .innerJoin('hosts as h', (on) => on.onRef('h.id', '=', 't.host_id').onRef('h.ip', '=', 't.ip'))
    .select(['t.finished_at as at', 's.scanned_ports as ports'])
    .where('t.host_id', '=', hostId)
    .where('t.outcome', '=', 'done')
    .orderBy('t.finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (scan) return scan;
  const host = await db
    .selectFrom('hosts')
    .select('ports_scanned')
    .where('id', '=', hostId)
    .executeTakeFirst();
  return host?.ports_scanned === 1 ? { at: null, ports: null } : null;
}
