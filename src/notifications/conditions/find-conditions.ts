import { CONFLICT_SECONDS } from '../../agents/polling/machine-identity.js';
import type { Sqlite } from '../../database/sqlite.js';
import { supportText } from '../../vulnerabilities/support/support.text.js';
import {
  END_NOTICE_SECONDS,
  systemSupport,
  type FindReleaseEnd,
} from '../../vulnerabilities/support/system-support.js';
import { formatDate, isoTime, SECONDS_PER_DAY } from '../../lib/times.js';
import type { ConditionEvent } from '../events.js';
import { hostPhrase, shortName, toLine } from '../message/phrases.js';
import type { EventFacts } from '../outbox/outbox.statements.js';
import { createConditionStatements } from './conditions.statements.js';

/**
 * A condition that holds now. `subject`: identifies it until it has ended. `at`: Unix seconds, what the limit of a rule
 * is compared with. `hostId`: null: it is of no host.
 */
export interface Condition {
  subject: string;
  at: number;
  hostId: number | null;
  item: EventFacts['items'][number];
}

/** A feed whose data are stale. `dataFrom`: Unix seconds, or null. */
export interface StaleFeed {
  name: string;
  dataFrom: number | null;
}

/** The parts of a rule that decide about conditions. `hostIds`: null: all hosts. */
export interface ConditionRule {
  offlineMinutes: number;
  expiringDays: number;
  hostIds: ReadonlySet<number> | null;
}

export interface ConditionSources {
  /** Returns the connection for reading; it is asked for each page, since another one may be current then. */
  reading: () => Sqlite;
  /** Unix seconds */
  now: number;
  staleFeeds: () => readonly StaleFeed[];
  findEnd: FindReleaseEnd;
}

const WITHOUT_LIMIT: ReadonlySet<ConditionEvent> = new Set([
  'feed.stale',
  'reboot.required',
  'agent.identity_conflict',
]);

/** Returns the latest `at` of the conditions of a rule, in Unix seconds. */
export function limitOf(
  event: ConditionEvent,
  { offlineMinutes, expiringDays }: ConditionRule,
  now: number,
): number {
  if (WITHOUT_LIMIT.has(event)) return Infinity;
  if (event === 'host.end_of_life') return now + END_NOTICE_SECONDS;
  return event === 'agent.offline'
    ? now - 60 * offlineMinutes
    : now + SECONDS_PER_DAY * expiringDays;
}

/** Whether a condition is one of a rule. @param limit of the rule, as `limitOf` returns it */
export const isOfRule = (
  { at, hostId }: Condition,
  { hostIds }: ConditionRule,
  limit: number,
): boolean => at <= limit && (hostId === null || hostIds === null || hostIds.has(hostId));

type Find = (before: number, sources: ConditionSources) => Generator<Condition[]>;

function* findSilentAgents(before: number, { reading }: ConditionSources): Generator<Condition[]> {
  let after = 0;
  for (;;) {
    const rows = createConditionStatements(reading()).silentAgents(before, after);
    yield rows.map(({ last_seen: lastSeen, ...host }) => ({
      subject: String(host.host_id),
      at: lastSeen,
      hostId: host.host_id,
      item: { text: `${hostPhrase(host)}, last seen ${isoTime(lastSeen)}`, ...host },
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.host_id;
  }
}

function* findConflicts(
  _before: number,
  { reading, now }: ConditionSources,
): Generator<Condition[]> {
  let after = 0;
  for (;;) {
    const rows = createConditionStatements(reading()).conflicts(now - CONFLICT_SECONDS, after);
    yield rows.map(({ conflict_at: at, ...host }) => ({
      subject: String(host.host_id),
      at,
      hostId: host.host_id,
      item: { text: `${hostPhrase(host)}, last refused report ${isoTime(at)}`, ...host },
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.host_id;
  }
}

function* findCertificates(
  before: number,
  { reading, now }: ConditionSources,
): Generator<Condition[]> {
  let after: number | null = 0;
  while (after !== null) {
    const statements = createConditionStatements(reading());
    const last = statements.lastService(after);
    const rows = statements.certificates(before, after, last ?? Number.MAX_SAFE_INTEGER);
    yield rows.map(({ port, transport, not_after: end, ...host }) => ({
      subject: `${host.host_id} ${port}/${transport} ${end}`,
      at: end,
      hostId: host.host_id,
      item: {
        text: `${hostPhrase(host)} ${port}/${transport} ${end < now ? 'expired' : 'expires'} ${formatDate(end)}`,
        ...host,
      },
    }));
    after = last;
  }
}

function* findStaleFeeds(
  _before: number,
  { staleFeeds }: ConditionSources,
): Generator<Condition[]> {
  yield staleFeeds().map(({ name, dataFrom }) => {
    const age = dataFrom === null ? 'no data' : `data from ${formatDate(dataFrom)}`;
    return { subject: name, at: 0, hostId: null, item: { text: `${name}: ${age}` } };
  });
}

function* findAcceptances(
  before: number,
  { reading, now }: ConditionSources,
): Generator<Condition[]> {
  let after = 0;
  for (;;) {
    const rows = createConditionStatements(reading()).acceptances(now, before, after);
    yield rows.map(({ id, vulnerability_id: vulnerability, reason, until }) => ({
      subject: `${id} ${until}`,
      at: until,
      hostId: null,
      item: { text: `${shortName(vulnerability)} until ${formatDate(until)}: ${toLine(reason)}` },
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function* findReboots(_before: number, { reading }: ConditionSources): Generator<Condition[]> {
  let after = 0;
  for (;;) {
    const rows = createConditionStatements(reading()).reboots(after);
    yield rows.map(({ running_kernel: kernel, ...host }) => ({
      subject: String(host.host_id),
      at: 0,
      hostId: host.host_id,
      item: {
        text: `${hostPhrase(host)}${kernel === null ? '' : `, kernel ${toLine(kernel)} is running`}`,
        ...host,
      },
    }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.host_id;
  }
}

/** The systems that get no security updates, or not for long. */
function* findEnds(
  before: number,
  { reading, now, findEnd }: ConditionSources,
): Generator<Condition[]> {
  let after = 0;
  for (;;) {
    const rows = createConditionStatements(reading()).systems(after);
    yield rows.flatMap(({ scopes, full_os_name: name, ...host }) => {
      const support = systemSupport(JSON.parse(scopes) as string[], name, findEnd, now);
      const { state, until } = support;
      const at = until === null ? 0 : Date.parse(until) / 1000;
      const isEnding = state === 'end_of_life' || (until !== null && at <= before);
      if (!isEnding) return [];
      return {
        subject: `${host.host_id} ${support.system ?? ''} ${until ?? ''}`,
        at,
        hostId: host.host_id,
        item: { text: `${hostPhrase(host)}, ${toLine(supportText(support))}`, ...host },
      };
    });
    const last = rows.at(-1);
    if (!last) return;
    after = last.host_id;
  }
}

const FINDERS: Readonly<Record<ConditionEvent, Find>> = {
  'agent.offline': findSilentAgents,
  'certificate.expiring': findCertificates,
  'feed.stale': findStaleFeeds,
  'acceptance.expiring': findAcceptances,
  'reboot.required': findReboots,
  'host.end_of_life': findEnds,
  'agent.identity_conflict': findConflicts,
};

/**
 * Returns the conditions of a kind that hold now, for all rules, a page at a time. Between two pages the caller may let
 * other work run.
 * @param before the latest `at`, Unix seconds
 */
export const findConditions = (
  event: ConditionEvent,
  before: number,
  sources: ConditionSources,
): Generator<Condition[]> => FINDERS[event](before, sources);
