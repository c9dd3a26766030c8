import type { Selectable } from 'kysely';
import type { Db } from '../database/database.js';
import { offsetOf, type Page } from '../http/common.js';
import type { ServiceResponse } from './services.schemas.js';
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
