import { appendChange } from '../../../database/changes/change-events.js';
import type { Context } from '../../../context.js';
import { AppError } from '../../../errors.js';
import { requireGroups } from '../../../groups/groups.service.js';
import { requireHosts } from '../../../hosts/hosts.service.js';
import { validationFailed } from '../../../http/zod.js';
import { storedVulnerabilityIds } from '../../vulnerabilities.repository.js';
import { acceptedHosts, expiredAlready, type AcceptedHosts } from '../acceptances.js';
import {
  MAX_BULK_ACCEPTANCES,
  type BulkCover,
  type BulkFindings,
  type BulkSelection,
} from './bulk.js';
import { insertAcceptances } from './bulk.repository.js';
import type { BulkAcceptanceBody } from './bulk.schemas.js';

type BulkDeps = Pick<Context, 'database' | 'fleet' | 'clock' | 'eventStream'>;

/**
 * Accepts many findings in one transaction, or says what that would cover. 400 for an expiry in the past and for too
 * many acceptances, 409 if the findings are not those that are expected, 422 for an unknown host or group.
 * @param by the name of the token
 */
export async function acceptMany(deps: BulkDeps, body: BulkAcceptanceBody, by: string) {
  const { clock, fleet } = deps;
  const { until = null, dry_run, expected } = body;
  if (until !== null && until <= clock.now()) throw expiredAlready();
  const selection = toSelection(deps, body);
  await requireScope(deps, selection.hosts);
  const cover = await fleet.ask('acceptable', selection);
  const { findings, hosts, acceptances } = cover;
  const result = { findings, hosts, acceptances, max_acceptances: MAX_BULK_ACCEPTANCES };
  if (dry_run) return { dry_run, ...result, ids: [] };
  requireExpected(cover, expected, fieldOf(body));
  return { dry_run, ...result, ids: await store(deps, body, selection.hosts, cover, by) };
}

/** Returns what a request selects. 400 if it states hosts twice. */
function toSelection(deps: BulkDeps, body: BulkAcceptanceBody): BulkSelection {
  const { host_id, group_id, all_hosts, all_places } = body;
  const isStated = host_id != null || group_id != null || all_hosts === true;
  return {
    selected: toFindings(deps, body),
    hosts: isStated ? acceptedHosts(body) : null,
    isEverywhere: all_places === true,
  };
}

function toFindings(
  { database: { sqlite } }: BulkDeps,
  { findings, vulnerability_ids, filter = {} }: BulkAcceptanceBody,
): BulkFindings {
  if (findings !== undefined) {
    const names = findings.map(({ vulnerability_id }) => vulnerability_id);
    const toStored = storedVulnerabilityIds(sqlite, names);
    const asStored = findings.map((f) => ({
      ...f,
      vulnerability_id: toStored(f.vulnerability_id),
    }));
    return { by: 'names', findings: asStored };
  }
  const { vulnerability_ids: ids = vulnerability_ids ?? null, ...others } = filter;
  const stored = ids?.map(storedVulnerabilityIds(sqlite, ids)) ?? null;
  return { by: 'filter', filter: others, ids: stored };
}

/** The field of the request that selects the findings. */
const fieldOf = ({ findings, vulnerability_ids }: BulkAcceptanceBody): string => {
  if (findings !== undefined) return '/findings';
  return vulnerability_ids === undefined ? '/filter' : '/vulnerability_ids';
};

async function requireScope(
  { database: { db } }: BulkDeps,
  hosts: AcceptedHosts | null,
): Promise<void> {
  if (hosts?.host_id != null) await requireHosts(db, [hosts.host_id], '/host_id');
  if (hosts?.group_id != null) await requireGroups(db, [hosts.group_id], '/group_id');
}

function requireExpected(
  { findings, acceptances }: BulkCover,
  expected: number | undefined,
  field: string,
): void {
  if (acceptances === 0 || (expected !== undefined && expected !== findings)) {
    const message = `${findings} open findings match now`;
    throw new AppError('selection_changed', `${message}, not ${expected ?? 'any'}`, {
      errors: [{ in: 'body', path: expected === undefined ? field : '/expected', message }],
    });
  }
  if (acceptances > MAX_BULK_ACCEPTANCES)
    throw validationFailed([
      {
        in: 'body',
        path: field,
        message:
          `needs ${acceptances} acceptances, more than ${MAX_BULK_ACCEPTANCES}: ` +
          'select fewer, or accept for a group or for all hosts',
      },
    ]);
}

/** Returns the ids of the new acceptances. */
function store(
  { database: { db }, clock, eventStream }: BulkDeps,
  { reason, until = null, justification = null }: BulkAcceptanceBody,
  hosts: AcceptedHosts | null,
  { targets }: BulkCover,
  by: string,
): Promise<number[]> {
  const scope = hosts ?? { host_id: null, group_id: null };
  const shared = { ...scope, reason, by, until, justification };
  return db.transaction().execute(async (trx) => {
    const ids = await insertAcceptances(trx, targets, shared, clock.now());
    appendChange(eventStream, 'acceptance.created', ids);
    return ids;
  });
}
