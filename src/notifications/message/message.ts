import type { Severity } from '../../knowledge/records.js';
import type { SelectedFinding } from '../../reports/selections.js';
import type { MessageEvent, NotificationEvent } from '../events.js';

/** A task, as a message names it. */
export interface MessageTask {
  id: number;
  number_task: string;
  status: string;
  started_at: number | null;
  finished_at: number | null;
  hosts_total: number;
  error: string | null;
}

/** One thing that is not a finding: an unreachable host, an opened port, an offline agent. `text`: a phrase. */
export interface MessageItem {
  event: NotificationEvent;
  text: string;
  host_id: number | null;
  ip: string | null;
  name: string | null;
}

/**
 * Numbers of what a message reports; `items`: also those that its list does not have. `new`, `fixed`: what the rule
 * selects; `open`: null: not known.
 */
export interface MessageSummary {
  text: string;
  new: number;
  fixed: number;
  open: number | null;
  known_exploited: number;
  by_severity: Partial<Record<Severity, number>>;
  items: number;
  /** of `items`; absent: stored by an older version */
  by_event?: Partial<Record<NotificationEvent, number>>;
}

/** An action of a digest. */
interface MessageRemediation {
  host_id: number;
  ip: string;
  name: string;
  title: string;
  findings: number;
  risk: number;
}

/**
 * The body of a webhook of format json, version 1. All other formats and email are rendered from it. `findings`: the
 * first 20 new ones by risk; `more`: the number of the others; `fixed`, `items`: the first 20.
 */
export interface NotificationMessage {
  version: 1;
  id: number;
  event: MessageEvent;
  /** everything that happened, `event` first */
  events: NotificationEvent[];
  /** Unix seconds */
  time: number;
  template: { id: number; name: string } | null;
  task: MessageTask | null;
  summary: MessageSummary;
  findings: SelectedFinding[];
  more: number;
  fixed: SelectedFinding[];
  items: MessageItem[];
  /** only in a digest */
  remediations: MessageRemediation[];
  /** null without PUBLIC_URL */
  url: string | null;
}

/** A message without its id and its link. */
export type MessageContent = Omit<NotificationMessage, 'version' | 'id' | 'url'>;

/** Entries of each list of a message. */
export const MAX_MESSAGE_ENTRIES = 20;

export const EMPTY_SUMMARY: Omit<MessageSummary, 'text'> = {
  new: 0,
  fixed: 0,
  open: null,
  known_exploited: 0,
  by_severity: {},
  items: 0,
  by_event: {},
};

const NOTHING = { events: [], template: null, task: null, findings: [], more: 0, fixed: [] };

/** Returns the message that a person requests to try a channel. */
export const testContent = (channel: string, time: number): MessageContent => ({
  ...NOTHING,
  event: 'test',
  time,
  summary: { ...EMPTY_SUMMARY, text: `Test of the channel ${channel}: messages arrive.` },
  items: [],
  remediations: [],
});

/** Returns the link of a message, into the console: to its task, or to the start page. Null without PUBLIC_URL. */
export function messageUrl(publicUrl: string | undefined, taskId: number | null): string | null {
  if (publicUrl === undefined) return null;
  return `${publicUrl}/ui/${taskId === null ? '' : `tasks/${taskId}`}`;
}
