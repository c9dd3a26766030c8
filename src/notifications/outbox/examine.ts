import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { AppError } from '../../errors.js';
import { mapBy } from '../../lib/collections.js';
import type { DiffSelections, EntrySelection } from '../../reports/selections.js';
import { nextAttempt } from '../delivery/backoff.js';
import { DIFF_EVENTS, type ConditionEvent, type NotificationEvent } from '../events.js';
import { buildExploitedMessage } from '../exploited/exploited-message.js';
import type { ReadExploited } from '../exploited/read-exploited.js';
import { buildFactsMessage } from '../message/facts-message.js';
import type { MessageContent } from '../message/message.js';
import { toLine } from '../message/phrases.js';
import { buildTaskMessage, eventsOf, type TaskFacts } from '../message/task-message.js';
import { findRule, type StoredRule } from '../rules/rules.repository.js';
import type { DeliveryStatements, UnreadRow } from './deliveries.statements.js';
import type { EventFacts } from './outbox.statements.js';
import { createTaskFactsStatements } from './task-facts.statements.js';

/** Reads what the diff of a task contains, by several selections. Rejects if it cannot be compared. */
export type ReadSelections = (
  taskId: number,
  selections: readonly EntrySelection[],
) => Promise<DiffSelections>;

export interface ExamineDeps {
  database: Database;
  statements: DeliveryStatements;
  readSelections: ReadSelections;
  readExploited: ReadExploited;
  /** Inserts a row of a second message that an examined row makes. */
  insertReady: (row: UnreadRow, channelId: number, content: MessageContent, now: number) => void;
  now: () => number;
  /** aborts when the service closes: rows are left as they are */
  closing: AbortSignal;
}

/** A part of what a row says. `isAtOnce`: it does not wait for the digest. */
interface Part {
  content: MessageContent;
  isAtOnce: boolean;
}

interface RuledRow {
  row: UnreadRow;
  rule: StoredRule;
}

/**
 * Examines the rows of the outbox that are due: each becomes a message, or is deleted if its rule wants nothing of what
 * happened. Rows of one task are examined together. A row that cannot be examined is tried again later.
 */
export async function examineOutbox(deps: ExamineDeps): Promise<void> {
  const { statements, now, closing } = deps;
  let unread = statements.listUnread(now());
  while (unread.length > 0) {
    for (const rows of mapBy(unread, ({ id, task_id }) => task_id ?? `row ${id}`).values()) {
      if (closing.aborted) return;
      await examineTogether(deps, rows);
    }
    unread = statements.listUnread(now());
  }
}

/** @param rows of one task, or one row without a task */
async function examineTogether(deps: ExamineDeps, rows: readonly UnreadRow[]): Promise<void> {
  const taskId = rows[0]?.task_id ?? null;
  const all = taskId === null ? rows : deps.statements.listUnreadOfTask(taskId, deps.now());
  try {
    await examineRows(deps, taskId, all);
  } catch (error) {
    if (!deps.closing.aborted) await postpone(deps, all, error);
  }
}

async function examineRows(
  deps: ExamineDeps,
  taskId: number | null,
  rows: readonly UnreadRow[],
): Promise<void> {
  const ruled: RuledRow[] = [];
  for (const row of rows) {
    const rule = await findRule(deps.database.db, row.rule_id ?? 0);
    if (rule) ruled.push({ row, rule });
    else await finish(deps, row, null, []);
  }
  const parts =
    taskId === null
      ? await Promise.all(ruled.map((one) => readEventFacts(deps, one)))
      : await examineTask(deps, taskId, ruled).catch(ofDeleted);
  for (const [i, { row, rule }] of ruled.entries()) await finish(deps, row, rule, parts[i] ?? []);
}

/** A task that was deleted in the meantime has nothing to report. */
function ofDeleted(error: unknown): Part[][] {
  if (error instanceof AppError && error.code === 'not_found') return [];
  throw error;
}

async function readEventFacts(deps: ExamineDeps, { row, rule }: RuledRow): Promise<Part[]> {
  if (row.facts === null) return [];
  const facts = JSON.parse(row.facts) as EventFacts;
  if (facts.vulnerabilities) return readNewlyExploited(deps, rule, facts.vulnerabilities);
  const name = row.event as ConditionEvent | 'schedule.missed';
  return [{ content: buildFactsMessage(name, facts, row.created_at), isAtOnce: false }];
}

/** Known exploited findings do not wait for a digest, and are of any severity. */
async function readNewlyExploited(
  { database, readExploited, now }: ExamineDeps,
  rule: StoredRule,
  vulnerabilities: readonly string[],
): Promise<Part[]> {
  const found = await readExploited(vulnerabilities, hostsOfRule(database, rule));
  if (found.count === 0) return [];
  return [{ content: buildExploitedMessage(vulnerabilities, found, now()), isAtOnce: true }];
}

/** Returns the hosts of a rule for what is of no task; null: all. */
function hostsOfRule(database: Database, rule: StoredRule): ReadonlySet<number> | null {
  const { host_ids: hosts, group_ids: groups, template_ids: templates } = rule;
  const statements = createTaskFactsStatements(database.reading());
  const ofTemplates = templates.length === 0 ? null : statements.hostsOfTemplates(templates);
  if (hosts.length + groups.length === 0) return ofTemplates && new Set(ofTemplates);
  const chosen = new Set([...hosts, ...statements.hostsOfGroups(groups)]);
  return ofTemplates === null ? chosen : new Set(ofTemplates.filter((id) => chosen.has(id)));
}

const eventsOfRule = ({ events }: StoredRule): NotificationEvent[] => events as NotificationEvent[];

const needsDiff = (rule: StoredRule): boolean =>
  eventsOfRule(rule).some((event) => DIFF_EVENTS.has(event));

/** Returns the selections of a rule: with a digest, known exploited findings are sent at once, too. */
function selectionsOf(rule: StoredRule, hostIds: readonly number[] | null): EntrySelection[] {
  const selection = { severity: rule.severity, riskMin: rule.risk_min, hostIds };
  const all: EntrySelection = { ...selection, exploited: 'also' };
  return rule.digest === null ? [all] : [all, { ...selection, exploited: 'only' }];
}

async function examineTask(
  { database, readSelections, now }: ExamineDeps,
  taskId: number,
  ruled: readonly RuledRow[],
): Promise<Part[][]> {
  const statements = createTaskFactsStatements(database.reading());
  const found = statements.findTask(taskId);
  if (!found) return [];
  const plans = ruled.map(({ rule }) => {
    const isForAll = rule.host_ids.length === 0 && rule.group_ids.length === 0;
    const hostIds = isForAll
      ? null
      : [...rule.host_ids, ...statements.hostsOfGroups(rule.group_ids)];
    return { rule, hostIds, selections: needsDiff(rule) ? selectionsOf(rule, hostIds) : [] };
  });
  const wanted = plans.flatMap(({ selections }) => selections);
  const diff = wanted.length === 0 ? null : await readSelections(taskId, wanted);
  let at = 0;
  return plans.map(({ rule, hostIds, selections }) => {
    const hosts = statements.readHosts(taskId, found.template.id, hostIds);
    const mine = diff?.selected.slice(at, at + selections.length) ?? [];
    at += selections.length;
    const facts = { ...found, ...hosts, diff: diff?.summary ?? null };
    return toParts(rule, { ...facts, selected: mine[0] ?? null }, mine[1] ?? null, now());
  });
}

/** @param exploited what is sent at once, though the rule has a digest */
function toParts(
  rule: StoredRule,
  facts: TaskFacts,
  exploited: TaskFacts['selected'],
  time: number,
): Part[] {
  const build = (of: TaskFacts, wanted: NotificationEvent[], isAtOnce: boolean): Part[] => {
    const [first, ...others] = eventsOf(wanted, of);
    if (first === undefined) return [];
    return [{ content: buildTaskMessage([first, ...others], of, time), isAtOnce }];
  };
  const wanted = eventsOfRule(rule);
  const atOnce = wanted.filter((event) => event === 'finding.new');
  return [
    ...build(facts, wanted, rule.digest === null),
    ...(exploited === null ? [] : build({ ...facts, selected: exploited }, atOnce, true)),
  ];
}

async function finish(
  { database, statements, insertReady, now }: ExamineDeps,
  row: UnreadRow,
  rule: StoredRule | null,
  parts: readonly Part[],
): Promise<void> {
  await writeTransaction(database, () => {
    const [first, ...others] = parts;
    if (!rule || !first) return statements.delete(row.id);
    const { content, isAtOnce } = first;
    const stage = isAtOnce || rule.digest === null ? 'ready' : 'held';
    const message = JSON.stringify(content);
    statements.setMessage({ id: row.id, event: content.event, message, stage }, now());
    for (const other of others) insertReady(row, rule.channel_id, other.content, now());
  });
}

const EXAMINE_FAILED = 'The task could not be examined';

async function postpone(
  { database, statements, now }: ExamineDeps,
  rows: readonly UnreadRow[],
  error: unknown,
): Promise<void> {
  const text = toLine(`${EXAMINE_FAILED}: ${(error as Error).message}`);
  await writeTransaction(database, () => {
    for (const { id, attempts, first_attempt_at: firstAt } of rows) {
      const { at } = nextAttempt({ attempts: attempts + 1, firstAt, now: now() }, null);
      statements.markFailed({ id, error: text, nextAttemptAt: at, left: null }, now());
    }
  });
}
