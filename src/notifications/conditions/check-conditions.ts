import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { builtInEnd } from '../../vulnerabilities/support/support-dates.js';
import type { FindReleaseEnd } from '../../vulnerabilities/support/system-support.js';
import { CONDITION_EVENTS, type ConditionEvent } from '../events.js';
import { MAX_MESSAGE_ENTRIES } from '../message/message.js';
import { createOutboxStatements } from '../outbox/outbox.statements.js';
import { createTaskFactsStatements } from '../outbox/task-facts.statements.js';
import { findRule, type StoredRule } from '../rules/rules.repository.js';
import { createMarkStatements } from './conditions.statements.js';
import {
  findConditions,
  isOfRule,
  limitOf,
  type Condition,
  type ConditionRule,
  type StaleFeed,
} from './find-conditions.js';

export interface ConditionDeps {
  database: Database;
  /** Unix seconds */
  now: () => number;
  staleFeeds: () => readonly StaleFeed[];
  /** Returns the ends of releases; default: the built-in ones. */
  releaseEnds?: () => FindReleaseEnd;
}

/** Checks the conditions of all rules that are due; announces those that began, and forgets those that ended. */
export type CheckConditions = () => Promise<void>;

const CHECK_S = 60;
const SLOW_CHECK_S = 3600; // reading all services, or the systems of all hosts, takes longer
const SLOW: ReadonlySet<ConditionEvent> = new Set(['certificate.expiring', 'host.end_of_life']);

/**
 * Creates the check. It runs each minute, and certificates and systems are read each hour. An agent counts as offline
 * only once the service itself has run for that time: before that, no agent could be heard.
 */
export function createConditionCheck(deps: ConditionDeps): CheckConditions {
  const { database, now } = deps;
  const startedAt = now();
  const marks = createMarkStatements(database.sqlite);
  const lastChecks = new Map<ConditionEvent, number>();
  const isDue = (event: ConditionEvent): boolean => {
    const interval = SLOW.has(event) ? SLOW_CHECK_S : CHECK_S;
    const last = lastChecks.get(event);
    return last === undefined || now() < last || now() - last >= interval;
  };
  return async () => {
    const events = CONDITION_EVENTS.filter(isDue);
    if (events.length === 0) return;
    for (const event of events) lastChecks.set(event, now());
    const rules = await readRules(deps, marks.listRules(events));
    for (const event of events) await checkEvent(deps, event, rules, now() - startedAt);
  };
}

async function readRules(
  { database }: ConditionDeps,
  ids: readonly number[],
): Promise<StoredRule[]> {
  const rules = [];
  for (const id of ids) {
    const rule = await findRule(database.db, id);
    if (rule) rules.push(rule);
  }
  return rules;
}

/**
 * A rule, and the conditions of a kind that it wants. `known`: subjects that it announced, and that were not found yet.
 */
interface Watch {
  rule: StoredRule;
  of: ConditionRule;
  limit: number;
  known: Set<string>;
  begun: Condition[];
}

/** Reads the conditions of a kind once, for all rules. */
async function checkEvent(
  deps: ConditionDeps,
  event: ConditionEvent,
  rules: readonly StoredRule[],
  uptime: number,
): Promise<void> {
  const hasHeard = (rule: StoredRule): boolean =>
    event !== 'agent.offline' || uptime >= 60 * rule.offline_minutes;
  const watches = rules
    .filter((rule) => rule.events.includes(event) && hasHeard(rule))
    .map((rule) => createWatch(deps, event, rule));
  if (watches.length === 0) return;
  const { database, now, staleFeeds, releaseEnds } = deps;
  const before = Math.max(...watches.map(({ limit }) => limit));
  const findEnd = releaseEnds?.() ?? builtInEnd;
  const sources = { reading: () => database.reading(), now: now(), staleFeeds, findEnd };
  for (const page of findConditions(event, before, sources)) {
    for (const watch of watches) addPage(watch, page);
    await nextTurn();
  }
  for (const watch of watches) await announce(deps, event, watch);
}

function createWatch(deps: ConditionDeps, event: ConditionEvent, rule: StoredRule): Watch {
  const of = toConditionRule(deps, rule);
  const known = new Set(createMarkStatements(deps.database.sqlite).listMarks(rule.id, event));
  return { rule, of, limit: limitOf(event, of, deps.now()), known, begun: [] };
}

function addPage({ of, limit, known, begun }: Watch, page: readonly Condition[]): void {
  for (const condition of page)
    if (isOfRule(condition, of, limit) && !known.delete(condition.subject)) begun.push(condition);
}

function toConditionRule({ database }: ConditionDeps, rule: StoredRule): ConditionRule {
  const isForAll = rule.host_ids.length === 0 && rule.group_ids.length === 0;
  const { hostsOfGroups } = createTaskFactsStatements(database.reading());
  return {
    offlineMinutes: rule.offline_minutes,
    expiringDays: rule.expiring_days,
    hostIds: isForAll ? null : new Set([...rule.host_ids, ...hostsOfGroups(rule.group_ids)]),
  };
}

/** Writes the message and its marks in one transaction: a restart announces nothing twice. */
async function announce(
  { database, now }: ConditionDeps,
  event: ConditionEvent,
  { rule, known: ended, begun }: Watch,
): Promise<void> {
  if (begun.length === 0 && ended.size === 0) return;
  const marks = createMarkStatements(database.sqlite);
  const outbox = createOutboxStatements(database.sqlite);
  const subjects = begun.map(({ subject }) => subject);
  const first = begun.toSorted((a, b) => a.at - b.at).slice(0, MAX_MESSAGE_ENTRIES);
  const items = first.map(({ item }) => item);
  await writeTransaction(database, () => {
    if (!marks.hasRule(rule.id)) return;
    marks.removeMarks(rule.id, event, [...ended]);
    if (begun.length === 0) return;
    marks.addMarks(rule.id, event, subjects, now());
    const row = { channelId: rule.channel_id, ruleId: rule.id, event, taskId: null };
    outbox.insert({ ...row, facts: { count: begun.length, items } }, now());
  });
}
