import type { Sqlite } from '../../database/sqlite.js';
import { formatDate } from '../../lib/text.js';
import { isoTime } from '../../schedules/times.js';
import type { ConditionEvent } from '../events.js';
import { hostPhrase, shortName, toLine } from '../message/phrases.js';
import type { EventFacts } from '../outbox/outbox.statements.js';
import { createConditionStatements } from './conditions.statements.js';

/** A condition that holds now. `subject`: identifies it until it has ended. */
export interface Condition {
  subject: string;
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
  hostIds: readonly number[] | null;
}

export interface ConditionSources {
  reading: Sqlite;
  /** Unix seconds */
  now: number;
  staleFeeds: () => readonly StaleFeed[];
}

const DAY_SECONDS = 86_400;

type Find = (rule: ConditionRule, sources: ConditionSources) => Condition[];

const hostIdsJson = ({ hostIds }: ConditionRule): string | null =>
  hostIds && JSON.stringify(hostIds);

const findSilentAgents: Find = (rule, { reading, now }) =>
  createConditionStatements(reading)
    .silentAgents(now - 60 * rule.offlineMinutes, hostIdsJson(rule))
    .map(({ last_seen: lastSeen, ...host }) => ({
      subject: String(host.host_id),
      item: { text: `${hostPhrase(host)}, last seen ${isoTime(lastSeen)}`, ...host },
    }));

const findCertificates: Find = (rule, { reading, now }) =>
  createConditionStatements(reading)
    .certificates(now + DAY_SECONDS * rule.expiringDays, hostIdsJson(rule))
    .map(({ port, transport, not_after: end, ...host }) => {
      const verb = end < now ? 'expired' : 'expires';
      return {
        subject: `${host.host_id} ${port}/${transport} ${end}`,
        item: {
          text: `${hostPhrase(host)} ${port}/${transport} ${verb} ${formatDate(end)}`,
          ...host,
        },
      };
    });

const findStaleFeeds: Find = (_rule, { staleFeeds }) =>
  staleFeeds().map(({ name, dataFrom }) => {
    const age = dataFrom === null ? 'no data' : `data from ${formatDate(dataFrom)}`;
    return { subject: name, item: { text: `${name}: ${age}` } };
  });

const findAcceptances: Find = ({ expiringDays }, { reading, now }) =>
  createConditionStatements(reading)
    .acceptances(now, now + DAY_SECONDS * expiringDays)
    .map(({ id, vulnerability_id: vulnerability, reason, until }) => ({
      subject: `${id} ${until}`,
      item: { text: `${shortName(vulnerability)} until ${formatDate(until)}: ${toLine(reason)}` },
    }));

const FINDERS: Readonly<Record<ConditionEvent, Find>> = {
  'agent.offline': findSilentAgents,
  'certificate.expiring': findCertificates,
  'feed.stale': findStaleFeeds,
  'acceptance.expiring': findAcceptances,
};

/** Returns the conditions of a kind that hold now, for one rule. */
export const findConditions = (
  event: ConditionEvent,
  rule: ConditionRule,
  sources: ConditionSources,
): Condition[] => FINDERS[event](rule, sources);
