import { appendChange, type ChangeLog } from '../../database/changes/change-events.js';
import type { Database } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import { AppError, notFound } from '../../errors.js';
import { requireGroups } from '../../groups/groups.service.js';
import { requireHosts } from '../../hosts/hosts.service.js';
import type { Page } from '../../http/common.js';
import { validationFailed } from '../../http/zod.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { Clock } from '../../platform/clock.js';
import { unknownVulnerabilityText } from '../unknown-vulnerability.js';
import { findVulnerability, storedVulnerabilityId } from '../vulnerabilities.repository.js';
import {
  acceptedHosts,
  acceptedLocation,
  expiredAlready,
  type AcceptanceInput,
  type RegisteredAcceptance,
} from './acceptances.js';
import {
  countFindings,
  endAcceptances,
  findLocations,
  findPackageEcosystems,
  insertAcceptance,
  selectAcceptances,
  type AcceptanceFilter,
} from './acceptances.repository.js';
import type { AcceptanceChange } from './acceptances.schemas.js';
import type { ProductMatch } from './covers.js';
import { toOpenVex, type OpenVexDocument } from './openvex.js';

export interface AcceptanceDeps {
  database: Pick<Database, 'db' | 'sqlite' | 'reading'>;
  clock: Pick<Clock, 'now'>;
  eventStream: ChangeLog;
  knowledge: Pick<Knowledge, 'hasFeed'>;
}

export type AcceptanceService = ReturnType<typeof createAcceptanceService>;

const MAX_EXPORTED = 10_000;

/** The register of acceptances. */
export function createAcceptanceService(deps: AcceptanceDeps) {
  const { database, clock, eventStream } = deps;
  const { db, reading, sqlite } = database;
  const list = (filter: AcceptanceFilter, page: Page) =>
    listRegister(reading(), filter, page, clock.now());
  const get = (id: number): RegisteredAcceptance => {
    const [item] = list({ id }, { page: 1, limit: 1 }).items;
    if (!item) throw notFound('acceptance', id);
    return item;
  };

  return {
    /** Returns a page of acceptances, the newest first. */
    list,

    /** Returns an acceptance, also an ended one. 404 if it does not exist. */
    get,

    /**
     * Stores an acceptance of a person. 400 for an expiry in the past, 422 for an unknown host or group and for one
     * that does not say what it covers. The caller checks the vulnerability.
     * @param by the name of the token
     */
    accept: async (vulnerabilityId: string, input: AcceptanceInput, by: string) =>
      get(await storeAcceptance(deps, vulnerabilityId, input, by)),

    /**
     * Replaces an acceptance by one with another end or reason; both stay in the register. Returns the new one.
     * 404 for an unknown one, 409 for one that has ended or is a statement of a vendor, 400 for an expiry in the past.
     * @param by the name of the token
     */
    extend: async (id: number, change: AcceptanceChange, by: string) =>
      get(await replaceAcceptance(deps, get(id), change, by)),

    /** Ends an acceptance; it stays in the register. 404 if it is not active. */
    async revoke(id: number, vulnerabilityId?: string): Promise<void> {
      const ended = await db.transaction().execute(async (trx) => {
        const filter = asStored(sqlite, { id, vulnerability_id: vulnerabilityId });
        const { rows } = selectAcceptances(sqlite, filter, { page: 1, limit: 1 }, clock.now());
        const count = rows.length === 0 ? 0 : await endAcceptances(trx, [id], clock.now());
        if (count > 0) appendChange(eventStream, 'acceptance.updated', [id]);
        return count;
      });
      if (ended === 0) throw notFound('acceptance', id);
    },

    /** Returns the stored id of a vulnerability. 422 for one that no finding ever referred to. */
    requireVulnerability(id: string): string {
      const found = findVulnerability(sqlite, id);
      if (!found) throw unknownVulnerabilityId(id, deps);
      return found.vulnerability_id;
    },

    /** Returns the active acceptances as an OpenVEX document. 404 without any, 400 for more than 10,000. */
    openVex(filter: AcceptanceFilter): OpenVexDocument {
      const found = list({ ...filter, ended: false }, { page: 1, limit: MAX_EXPORTED });
      requireExportable(found);
      const ids = found.items.map(({ id }) => id);
      return toOpenVex(found.items, findPackageEcosystems(reading(), ids), clock.now());
    },
  };
}

const asStored = (sqlite: Sqlite, filter: AcceptanceFilter): AcceptanceFilter =>
  filter.vulnerability_id === undefined
    ? filter
    : { ...filter, vulnerability_id: storedVulnerabilityId(sqlite, filter.vulnerability_id) };

interface RegisterPage {
  items: RegisteredAcceptance[];
  total: number;
}

function listRegister(
  sqlite: Sqlite,
  filter: AcceptanceFilter,
  page: Page,
  now: number,
): RegisterPage {
  const { rows, total } = selectAcceptances(sqlite, asStored(sqlite, filter), page, now);
  const counts = countFindings(
    sqlite,
    rows.map(({ id }) => id),
    now,
  );
  const items = rows.map(({ vex_status, product_match, ...row }) => ({
    ...row,
    ecosystems: product_match === null ? null : (JSON.parse(product_match) as ProductMatch).scopes,
    status: vex_status ?? (row.justification === null ? ('affected' as const) : 'not_affected'),
    findings: counts.get(row.id) ?? 0,
  }));
  return { items, total };
}

/** Returns the id of the new acceptance. */
async function storeAcceptance(
  { database: { db, sqlite }, clock, eventStream }: AcceptanceDeps,
  vulnerability_id: string,
  input: AcceptanceInput,
  by: string,
): Promise<number> {
  const { reason, until = null, justification = null } = input;
  if (until !== null && until <= clock.now()) throw expiredAlready();
  return db.transaction().execute(async (trx) => {
    const hosts = acceptedHosts(input);
    if (hosts.host_id !== null) await requireHosts(trx, [hosts.host_id], '/host_id');
    if (hosts.group_id !== null) await requireGroups(trx, [hosts.group_id], '/group_id');
    const location = acceptedLocation(input, () => findLocations(sqlite, vulnerability_id, hosts));
    const acceptance = {
      vulnerability_id,
      ...hosts,
      ...location,
      reason,
      by,
      until,
      justification,
    };
    const id = await insertAcceptance(trx, acceptance, clock.now());
    appendChange(eventStream, 'acceptance.created', [id]);
    return id;
  });
}

/** Returns the id of the new acceptance. The old one ends in the same transaction: no finding is open in between. */
async function replaceAcceptance(
  { database: { db }, clock, eventStream }: AcceptanceDeps,
  old: RegisteredAcceptance,
  { until, reason = old.reason }: AcceptanceChange,
  by: string,
): Promise<number> {
  if (until !== null && until <= clock.now()) throw expiredAlready();
  if (old.kind === 'vendor')
    throw new AppError('conflict', `Acceptance ${old.id} is a statement of a vendor`);
  const { vulnerability_id, host_id, group_id, package: name, port, transport } = old;
  const covered = { vulnerability_id, host_id, group_id, package: name, port, transport };
  const { justification } = old;
  return db.transaction().execute(async (trx) => {
    const isEnded =
      old.ended_at !== null || (await endAcceptances(trx, [old.id], clock.now())) === 0;
    if (isEnded) throw new AppError('conflict', `Acceptance ${old.id} has ended`);
    const acceptance = { ...covered, reason, by, until, justification };
    const id = await insertAcceptance(trx, acceptance, clock.now());
    appendChange(eventStream, 'acceptance.updated', [old.id]);
    appendChange(eventStream, 'acceptance.created', [id]);
    return id;
  });
}

function requireExportable({ items, total }: RegisterPage): void {
  if (total > items.length)
    throw validationFailed([
      {
        in: 'query',
        path: '/format',
        message: `${total} acceptances match, more than ${MAX_EXPORTED}: add a filter`,
      },
    ]);
  if (items.length === 0)
    throw new AppError(
      'not_found',
      'No active acceptance matches, and an OpenVEX document has at least one statement',
    );
}

function unknownVulnerabilityId(
  id: string,
  { knowledge, database: { sqlite } }: AcceptanceDeps,
): AppError {
  const message = unknownVulnerabilityText(id, knowledge, sqlite);
  return new AppError('unknown_reference', message, {
    errors: [{ in: 'body', path: '/vulnerability_id', message }],
  });
}
