import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { CONDITION_EVENTS, type ConditionEvent } from '../events.js';
import { MAX_MESSAGE_ENTRIES } from '../message/message.js';
import { createOutboxStatements } from '../outbox/outbox.statements.js';
import { createTaskFactsStatements } from '../outbox/task-facts.statements.js';
import { findRule, type StoredRule } from '../rules/rules.repository.js';
import { createMarkStatements } from './conditions.statements.js';
import {
  findConditions,
  type Condition,
  type ConditionRule,
  type StaleFeed,
} from './find-conditions.js';

export interface ConditionDeps {
  database: Database;
  /** Unix seconds */
  now: () => number;
  staleFeeds: () => readonly StaleFeed[];
}

/** Checks the conditions of all rules that are due; announces those that began, and forgets those that ended. */
export type CheckConditions = () => Promise<void>;

const CHECK_S = 60;
const CERTIFICATES_S = 3600; // reading the certificates of all services takes longer

/**
 * Creates the check. It runs each minute, and certificates are read each hour. An agent counts as offline only once the
 * service itself has run for that time: before that, no agent could be heard.
 */
export function createConditionCheck(deps: ConditionDeps): CheckConditions {
  const { database, now } = deps;
  const startedAt = now();
  const marks = createMarkStatements(database.sqlite);
  const lastChecks = new Map<ConditionEvent, number>();
  const isDue = (event: ConditionEvent): boolean => {
    const interval = event === 'certificate.expiring' ? CERTIFICATES_S : CHECK_S;
    const last = lastChecks.get(event);
    return last === undefined || now() < last || now() - last >= interval;
  };
  return async () => {
    const events = CONDITION_EVENTS.filter(isDue);
    if (events.length === 0) return;
    for (const event of events) lastChecks.set(event, now());
    for (const id of marks.listRules(events)) {
      const rule = await findRule(database.db, id);
      if (rule) await checkRule(deps, rule, events, now() - startedAt);
    }
  };
}

async function checkRule(
  deps: ConditionDeps,
  rule: StoredRule,
  events: readonly ConditionEvent[],
  uptime: number,
): Promise<void> {
  const hasHeard = uptime >= 60 * rule.offline_minutes;
  for (const event of events) {
    if (!rule.events.includes(event) || (event === 'agent.offline' && !hasHeard)) continue;
    const sources = { ...deps, reading: deps.database.reading(), now: deps.now() };
    await announce(deps, rule, event, findConditions(event, toConditionRule(deps, rule), sources));
  }
}

function toConditionRule({ database }: ConditionDeps, rule: StoredRule): ConditionRule {
  const isForAll = rule.host_ids.length === 0 && rule.group_ids.length === 0;
  const { hostsOfGroups } = createTaskFactsStatements(database.reading());
  return {
    offlineMinutes: rule.offline_minutes,
    expiringDays: rule.expiring_days,
    hostIds: isForAll ? null : [...rule.host_ids, ...hostsOfGroups(rule.group_ids)],
  };
}

/** Writes the message and its marks in one transaction: a restart announces nothing twice. */
async function announce(
  { database, now }: ConditionDeps,
  rule: StoredRule,
  event: ConditionEvent,
  conditions: readonly Condition[],
): Promise<void> {
  const marks = createMarkStatements(database.sqlite);
  const known = new Set(marks.listMarks(rule.id, event));
  const begun = conditions.filter(({ subject }) => !known.has(subject));
  for (const { subject } of conditions) known.delete(subject);
  if (begun.length === 0 && known.size === 0) return;
  const outbox = createOutboxStatements(database.sqlite);
  const subjects = begun.map(({ subject }) => subject);
  const items = begun.slice(0, MAX_MESSAGE_ENTRIES).map(({ item }) => item);
  await writeTransaction(database, () => {
    marks.removeMarks(rule.id, event, [...known]);
    if (begun.length === 0) return;
    marks.addMarks(rule.id, event, subjects, now());
    const row = { channelId: rule.channel_id, ruleId: rule.id, event, taskId: null };
    outbox.insert({ ...row, facts: { count: begun.length, items } }, now());
  });
}
