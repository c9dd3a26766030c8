import type { Config } from '../../config.js';
import type { Database, Db } from '../../database/database.js';
import type { SortedRows } from '../../database/lists/sorted-list.js';
import { findMissingIds } from '../../database/missing-ids.js';
import { notFound, unknownReference } from '../../errors.js';
import type { Clock } from '../../platform/clock.js';
import { findChannel } from '../channels/channels.repository.js';
import { nextDigest } from '../digest/digest-times.js';
import * as repository from './rules.repository.js';
import type { RuleFilter, RuleSort, StoredRule } from './rules.repository.js';
import { RULE_DEFAULTS, type NewRule, type Rule, type RuleChangeFields } from './rules.schemas.js';

export interface RuleDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'SCHEDULE_TIMEZONE'>;
}

export async function listRules(
  { database: { db } }: Pick<RuleDeps, 'database'>,
  filter: RuleFilter,
  page: SortedRows<RuleSort>,
): Promise<{ items: Rule[]; total: number }> {
  const { items, total } = await repository.selectRules(db, filter, page);
  return { items: items as Rule[], total };
}

async function requireRule(db: Db, id: number): Promise<StoredRule> {
  const rule = await repository.findRule(db, id);
  if (!rule) throw notFound('notification rule', id);
  return rule;
}

/** Returns a rule. 404 for an unknown id. */
export const getRule = async (
  { database: { db } }: Pick<RuleDeps, 'database'>,
  id: number,
): Promise<Rule> => (await requireRule(db, id)) as Rule;

type RuleFields = Omit<StoredRule, 'id' | 'next_digest_at' | 'created_at' | 'updated_at'>;

const FILTERS = [
  ['templates', 'template', 'template_ids'],
  ['groups', 'group', 'group_ids'],
  ['hosts', 'host', 'host_ids'],
] as const;

/** @param before the stored rule: what it names already may have been deleted since, and is no fault of a change */
async function requireReferences(db: Db, rule: RuleFields, before?: RuleFields): Promise<void> {
  if (!(await findChannel(db, rule.channel_id)))
    throw unknownReference('notification channel', '/channel_id', [rule.channel_id]);
  for (const [table, resource, field] of FILTERS) {
    const known = new Set(before?.[field]);
    const added = rule[field].filter((id) => !known.has(id));
    const unknown = await findMissingIds(db, table, added);
    if (unknown.length > 0) throw unknownReference(resource, `/${field}`, unknown);
  }
}

const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** Stores a rule. 422 for an unknown channel, template, group or host. */
export async function createRule(deps: RuleDeps, input: NewRule): Promise<Rule> {
  const { database, clock, config } = deps;
  const now = clock.now();
  const fields: RuleFields = { ...RULE_DEFAULTS, ...withoutUndefined(input) };
  const id = await database.db.transaction().execute(async (trx) => {
    await requireReferences(trx, fields);
    return repository.insertRule(trx, {
      ...fields,
      next_digest_at: fields.digest && nextDigest(fields.digest, now, config.SCHEDULE_TIMEZONE),
      created_at: now,
      updated_at: now,
    });
  });
  return getRule(deps, id);
}

/**
 * Returns when the next digest of a changed rule is due. One that was switched off is made once more, at once: what
 * waits for it is not lost.
 */
async function nextDigestAfter(
  { clock, config }: RuleDeps,
  db: Db,
  before: StoredRule,
  digest: StoredRule['digest'],
): Promise<number | null> {
  if (digest === before.digest) return before.next_digest_at;
  const now = clock.now();
  if (digest !== null) return nextDigest(digest, now, config.SCHEDULE_TIMEZONE);
  return (await repository.hasHeld(db, before.id)) ? now : null;
}

/** Changes a rule. 404 for an unknown id, 422 for an unknown channel, template, group or host. */
export async function changeRule(
  deps: RuleDeps,
  id: number,
  change: RuleChangeFields,
): Promise<Rule> {
  await deps.database.db.transaction().execute(async (trx) => {
    const before = await requireRule(trx, id);
    const fields = { ...before, ...withoutUndefined(change), updated_at: deps.clock.now() };
    await requireReferences(trx, fields, before);
    const next = await nextDigestAfter(deps, trx, before, fields.digest);
    await repository.updateRule(trx, id, { ...fields, next_digest_at: next });
    if (fields.channel_id !== before.channel_id)
      await repository.moveUnsent(trx, id, fields.channel_id);
  });
  return getRule(deps, id);
}

const RULE_DELETED = 'The rule was deleted before its digest was due.';

/**
 * Deletes a rule. Messages that are ready are still sent; those that wait for its digest are given up. 404 for an
 * unknown id.
 */
export async function deleteRule(
  { database: { db } }: Pick<RuleDeps, 'database'>,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await repository.deleteRuleRow(trx, id))) throw notFound('notification rule', id);
    await repository.giveUpUnsent(trx, id, RULE_DELETED);
  });
}
