import type { Config } from '../../config.js';
import type { Database, Db } from '../../database/database.js';
import { findMissingIds } from '../../database/missing-ids.js';
import { notFound, unknownReference } from '../../errors.js';
import type { Page } from '../../http/common.js';
import type { Clock } from '../../platform/clock.js';
import { findChannel } from '../channels/channels.repository.js';
import { nextDigest } from '../digest/digest-times.js';
import * as repository from './rules.repository.js';
import type { RuleFilter, StoredRule } from './rules.repository.js';
import { RULE_DEFAULTS, type NewRule, type Rule, type RuleChangeFields } from './rules.schemas.js';

export interface RuleDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'SCHEDULE_TIMEZONE'>;
}

export async function listRules(
  { database: { db } }: Pick<RuleDeps, 'database'>,
  filter: RuleFilter,
  page: Page,
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

async function requireReferences(db: Db, rule: RuleFields): Promise<void> {
  if (!(await findChannel(db, rule.channel_id)))
    throw unknownReference('notification channel', '/channel_id', [rule.channel_id]);
  const lists = [
    ['templates', 'template', '/template_ids', rule.template_ids],
    ['groups', 'group', '/group_ids', rule.group_ids],
    ['hosts', 'host', '/host_ids', rule.host_ids],
  ] as const;
  for (const [table, resource, path, ids] of lists) {
    const unknown = await findMissingIds(db, table, ids);
    if (unknown.length > 0) throw unknownReference(resource, path, unknown);
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

/** Changes a rule. 404 for an unknown id, 422 for an unknown channel, template, group or host. */
export async function changeRule(
  deps: RuleDeps,
  id: number,
  change: RuleChangeFields,
): Promise<Rule> {
  const { database, clock, config } = deps;
  const now = clock.now();
  await database.db.transaction().execute(async (trx) => {
    const before = await requireRule(trx, id);
    const fields = { ...before, ...withoutUndefined(change), updated_at: now };
    await requireReferences(trx, fields);
    const isSameDigest = fields.digest === before.digest;
    const next = fields.digest && nextDigest(fields.digest, now, config.SCHEDULE_TIMEZONE);
    await repository.updateRule(trx, id, {
      ...fields,
      next_digest_at: isSameDigest ? before.next_digest_at : next,
    });
  });
  return getRule(deps, id);
}

/** Deletes a rule. Messages that are ready are still sent. 404 for an unknown id. */
export async function deleteRule(
  { database: { db } }: Pick<RuleDeps, 'database'>,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await repository.deleteRuleRow(trx, id))) throw notFound('notification rule', id);
    await repository.deleteUnsent(trx, id);
  });
}
