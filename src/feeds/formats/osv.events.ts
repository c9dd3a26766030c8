import type { VersionOrder } from '../../knowledge/records.js';
import { asArray, asObject, type Json } from './coerce.js';
import { comparatorFor, versionError } from './version-text.js';

/** Versions from `introduced` (null: the beginning) up to `fixed`, not included, or `lastAffected`, included; neither: no end. `none`: the publisher says that none is affected. */
export interface VersionSpan {
  introduced: string | null;
  fixed: string | null;
  lastAffected: string | null;
  isUnaffected?: true;
}

const EVENT_KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;
interface Event {
  kind: (typeof EVENT_KINDS)[number];
  version: string;
}
const MAX_EVENTS = 10_000;

/**
 * The spans that the events of a range make, or why they can't be understood (text).
 * By the OSV schema: in the order of versions, affected from `introduced` on, until `fixed` or past `last_affected`; `limit` ends what it meets.
 */
export function parseSpans(events: unknown, order: VersionOrder): VersionSpan[] | string {
  const read =
    asArray(events).length > MAX_EVENTS ? 'too many events' : parseEvents(asArray(events), order);
  if (typeof read === 'string') return read;
  return read.some(({ kind }) => kind === 'introduced')
    ? toSpans(sortEvents(read, order))
    : 'a range without a beginning';
}

function parseEvents(events: readonly unknown[], order: VersionOrder): Event[] | string {
  const read: Event[] = [];
  for (const entry of events) {
    const event = asObject(entry);
    const kind = findEventKind(event);
    if (kind === null) return 'an event that is none';
    const version = event[kind];
    if (kind === 'limit' && version === '*') continue;
    const problem = versionError(version, order);
    if (problem !== null) return problem;
    read.push({ kind, version: version as string });
  }
  return read;
}

/** The one kind that an event is of; null: none, or several. */
function findEventKind(event: Json): Event['kind'] | null {
  let found: Event['kind'] | null = null;
  for (const kind of EVENT_KINDS) {
    if (!Object.hasOwn(event, kind)) continue;
    if (found !== null) return null;
    found = kind;
  }
  return found;
}

const isBeginning = (event: Event | undefined): boolean =>
  event?.kind === 'introduced' && event.version === '0';

function sortEvents(events: Event[], order: VersionOrder): Event[] {
  if (events.length === 1 || (events.length === 2 && isBeginning(events[0]))) return events;
  const compare = comparatorFor(order);
  return events.sort(
    (a, b) =>
      Number(isBeginning(b)) - Number(isBeginning(a)) ||
      (isBeginning(a) && isBeginning(b) ? 0 : compare(a.version, b.version)),
  );
}

function toSpans(events: readonly Event[]): VersionSpan[] | string {
  const spans: VersionSpan[] = [];
  let open: VersionSpan | null = null;
  for (const { kind, version } of events) {
    if (kind === 'introduced') {
      open ??= { introduced: version === '0' ? null : version, fixed: null, lastAffected: null };
    } else if (open !== null) {
      const ended: VersionSpan = closeSpan(open, kind, version);
      if (ended.introduced !== null && ended.introduced === version && kind !== 'last_affected')
        return 'a range that ends where it begins';
      spans.push(ended);
      open = null;
    } else if (spans.length === 0) return 'a range that ends before it begins';
  }
  return open === null ? spans : [...spans, open];
}

function closeSpan(open: VersionSpan, kind: Event['kind'], version: string): VersionSpan {
  if (kind === 'last_affected') return { ...open, lastAffected: version };
  return kind === 'fixed' && version === '0' && open.introduced === null
    ? { ...open, fixed: '0', isUnaffected: true }
    : { ...open, fixed: version };
}
