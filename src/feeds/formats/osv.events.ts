import type { VersionOrder } from '../../versions/order.js';
import { asArray, asObject, type Json } from './coerce.js';
import { comparatorFor, versionError } from './version-text.js';

/**
 * Versions from `introduced` (null: the beginning) up to `fixed` (excluded) or `lastAffected` (included); without both
 * there is no end. `isUnaffected`: the publisher states that no version is affected.
 */
export interface VersionSpan {
  introduced: string | null;
  fixed: string | null;
  lastAffected: string | null;
  isUnaffected?: true;
}

const EVENT_KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

interface RangeEvent {
  kind: (typeof EVENT_KINDS)[number];
  version: string;
}

const MAX_EVENTS = 10_000;

/**
 * Returns the spans of a range's events, or the reason to reject them. By the OSV schema: in the order of versions,
 * affected from `introduced` on, until `fixed` or after `last_affected`; `limit` ends an open span.
 */
export function parseSpans(events: unknown, order: VersionOrder): VersionSpan[] | string {
  const list = asArray(events);
  const parsed = list.length > MAX_EVENTS ? 'too many events' : parseEvents(list, order);
  if (typeof parsed === 'string') return parsed;
  return parsed.some(({ kind }) => kind === 'introduced')
    ? toSpans(sortEvents(parsed, order))
    : 'range without an introduced event';
}

function parseEvents(entries: readonly unknown[], order: VersionOrder): RangeEvent[] | string {
  const events: RangeEvent[] = [];
  for (const entry of entries) {
    const event = asObject(entry);
    const kind = findEventKind(event);
    if (kind === null) return 'invalid event';
    const version = event[kind];
    if (kind === 'limit' && version === '*') continue;
    const error = versionError(version, order);
    if (error !== null) return error;
    events.push({ kind, version: version as string });
  }
  return events;
}

/** Returns the only kind of an event; null: it has no kind, or several. */
function findEventKind(event: Json): RangeEvent['kind'] | null {
  let found: RangeEvent['kind'] | null = null;
  for (const kind of EVENT_KINDS) {
    if (!Object.hasOwn(event, kind)) continue;
    if (found !== null) return null;
    found = kind;
  }
  return found;
}

const isBeginning = (event: RangeEvent | undefined): boolean =>
  event?.kind === 'introduced' && event.version === '0';

function sortEvents(events: RangeEvent[], order: VersionOrder): RangeEvent[] {
  if (events.length === 1 || (events.length === 2 && isBeginning(events[0]))) return events;
  const compare = comparatorFor(order);
  return events.sort(
    (a, b) =>
      Number(isBeginning(b)) - Number(isBeginning(a)) ||
      (isBeginning(a) && isBeginning(b) ? 0 : compare(a.version, b.version)),
  );
}

/** @param events in the order of their versions */
function toSpans(events: readonly RangeEvent[]): VersionSpan[] | string {
  const spans: VersionSpan[] = [];
  let open: VersionSpan | null = null;
  for (const { kind, version } of events) {
    if (kind === 'introduced') {
      open ??= { introduced: version === '0' ? null : version, fixed: null, lastAffected: null };
    } else if (open !== null) {
      if (open.introduced === version && kind !== 'last_affected')
        return 'range end equals its start';
      spans.push(closeSpan(open, kind, version));
      open = null;
    } else if (spans.length === 0) return 'range end precedes its start';
  }
  return open === null ? spans : [...spans, open];
}

function closeSpan(open: VersionSpan, kind: RangeEvent['kind'], version: string): VersionSpan {
  if (kind === 'last_affected') return { ...open, lastAffected: version };
  return kind === 'fixed' && version === '0' && open.introduced === null
    ? { ...open, fixed: '0', isUnaffected: true }
    : { ...open, fixed: version };
}
