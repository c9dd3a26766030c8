import type { DiffSelections, SelectedEntries } from '../../reports/selections.js';
import { pluralize } from '../../lib/text.js';
import type { NotificationEvent } from '../events.js';
import {
  EMPTY_SUMMARY,
  MAX_MESSAGE_ENTRIES,
  type MessageContent,
  type MessageItem,
  type MessageSummary,
  type MessageTask,
} from './message.js';
import { hostPhrase, newFindingsPhrase, toLine, shortName } from './phrases.js';

interface TaskHostFact {
  host_id: number;
  ip: string;
  name: string;
  detail: string | null;
}

/** Hosts of a task, and the number of all of that kind. */
export interface HostList {
  count: number;
  first: TaskHostFact[];
}

/** The facts about an ended task, for the hosts of one rule. `unreachable`: since the template's previous task. */
export interface TaskFacts {
  task: MessageTask;
  template: { id: number; name: string };
  withoutResult: HostList;
  unreachable: HostList;
  /** the whole task; null: no event of the rule needs it */
  diff: DiffSelections['summary'] | null;
  /** what the rule selects; null: no event of the rule needs it */
  selected: SelectedEntries | null;
}

/** Returns the events that happened, of those that the rule wants; the most important first. */
export function eventsOf(
  wanted: readonly NotificationEvent[],
  facts: TaskFacts,
): NotificationEvent[] {
  const { task, withoutResult, unreachable, selected } = facts;
  const isFailed = task.status === 'failed';
  const happened: Partial<Record<NotificationEvent, boolean>> = {
    'finding.new': (selected?.new.count ?? 0) > 0,
    'task.failed': isFailed,
    'task.incomplete': !isFailed && withoutResult.count > 0,
    'host.unreachable': unreachable.count > 0,
    'port.opened': (selected?.opened.count ?? 0) > 0,
    'finding.fixed': (selected?.fixed.count ?? 0) > 0,
  };
  return wanted.filter((event) => happened[event] === true);
}

/** Builds the message about an ended task. @param events at least one, as `eventsOf` returns them */
export function buildTaskMessage(
  events: readonly [NotificationEvent, ...NotificationEvent[]],
  facts: TaskFacts,
  time: number,
): MessageContent {
  const { task, template, selected } = facts;
  const has = (event: NotificationEvent): boolean => events.includes(event);
  const found = has('finding.new') ? selected?.new : undefined;
  const fixed = has('finding.fixed') ? selected?.fixed : undefined;
  const lists = events.map((event) => itemsOf(event, facts));
  const counts: Omit<MessageSummary, 'text'> = {
    ...EMPTY_SUMMARY,
    new: found?.count ?? 0,
    fixed: fixed?.count ?? 0,
    open: facts.diff?.open ?? null,
    known_exploited: found?.known_exploited ?? 0,
    by_severity: found?.by_severity ?? {},
    items: lists.reduce((sum, { count }) => sum + count, 0),
    by_event: countsOf(events, lists),
  };
  const phrases = events.map((event) => eventPhrase(event, facts, counts));
  const title = `${shortName(template.name)} (${task.number_task}): ${phrases.join(', ')}`;
  return {
    event: events[0],
    events: [...events],
    time,
    template,
    task,
    summary: { text: title, ...counts },
    findings: found?.first ?? [],
    more: counts.new - (found?.first.length ?? 0),
    fixed: fixed?.first ?? [],
    items: lists.flatMap(({ items }) => items),
    remediations: [],
  };
}

function eventPhrase(
  event: NotificationEvent,
  { withoutResult, unreachable, selected, task }: TaskFacts,
  counts: Omit<MessageSummary, 'text'>,
): string {
  const phrases: Partial<Record<NotificationEvent, () => string>> = {
    'finding.new': () => newFindingsPhrase(counts),
    'finding.fixed': () => `${counts.fixed} fixed`,
    'task.failed': () => 'failed',
    'task.incomplete': () =>
      `${withoutResult.count} of ${pluralize(task.hosts_total, 'host')} without a result`,
    'host.unreachable': () => `${pluralize(unreachable.count, 'host')} no longer reachable`,
    'port.opened': () => openedPhrase(selected?.opened),
  };
  return phrases[event]?.() ?? event;
}

/** Returns `2 opened ports, 1 new host with 3 open ports`: ports of a host's first scan did not open. */
function openedPhrase(opened: SelectedEntries['opened'] | undefined): string {
  const { count = 0, new_hosts: hosts = 0, of_new_hosts: ofHosts = 0 } = opened ?? {};
  const atKnown = count - ofHosts;
  return [
    ...(atKnown > 0 || hosts === 0 ? [pluralize(atKnown, 'opened port')] : []),
    ...(hosts > 0
      ? [`${pluralize(hosts, 'new host')} with ${pluralize(ofHosts, 'open port')}`]
      : []),
  ].join(', ');
}

/** Returns the number of items of each event that has some. */
const countsOf = (
  events: readonly NotificationEvent[],
  lists: readonly ItemList[],
): Partial<Record<NotificationEvent, number>> =>
  Object.fromEntries(
    events.flatMap((event, i) => {
      const count = lists[i]?.count ?? 0;
      return count === 0 ? [] : [[event, count]];
    }),
  );

interface ItemList {
  count: number;
  items: MessageItem[];
}

function itemsOf(event: NotificationEvent, facts: TaskFacts): ItemList {
  const lists: Partial<Record<NotificationEvent, () => ItemList>> = {
    'task.failed': () => ({ count: 1, items: [failureItem(facts.task)] }),
    'task.incomplete': () => hostItems(event, facts.withoutResult),
    'host.unreachable': () => hostItems(event, facts.unreachable),
    'port.opened': () => portItems(facts.selected),
  };
  return lists[event]?.() ?? { count: 0, items: [] };
}

const failureItem = ({ error }: MessageTask): MessageItem => ({
  event: 'task.failed',
  text: toLine(error ?? 'The task failed.'),
  host_id: null,
  ip: null,
  name: null,
});

const hostItems = (event: NotificationEvent, { count, first }: HostList): ItemList => ({
  count,
  items: first.slice(0, MAX_MESSAGE_ENTRIES).map(({ detail, ...host }) => ({
    event,
    text: `${hostPhrase(host)}${detail === null ? '' : `: ${toLine(detail)}`}`,
    ...host,
  })),
});

const BASELINES: Readonly<Record<string, string>> = { host: ', new host', port: ', first seen' };

function portItems(selected: SelectedEntries | null): ItemList {
  const { count, first } = selected?.opened ?? { count: 0, first: [] };
  const items = first.map(({ port, transport, service, baseline, ...host }) => ({
    event: 'port.opened' as const,
    text:
      `${port}/${transport}${service === null ? '' : ` (${shortName(service)})`} on ` +
      `${hostPhrase(host)}${BASELINES[baseline ?? ''] ?? ''}`,
    ...host,
  }));
  return { count, items };
}
