import type { VersionOrder } from '../../knowledge/records.js';
import { list, object, type Json } from './coerce.js';
import { comparatorFor, versionError } from './version-text.js';

/** Versions from `introduced` (null: the beginning) up to `fixed`, not included, or `lastAffected`, included; neither: no end. `none`: the publisher says that none is affected. */
export interface Span {
  introduced: string | null;
  fixed: string | null;
  lastAffected: string | null;
  none?: true;
}

const KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;
interface Event {
  kind: (typeof KINDS)[number];
  version: string;
}
const MOST_EVENTS = 10_000;

/**
 * The spans that the events of a range make, or why they can't be understood (text).
 * By the OSV schema: in the order of versions, affected from `introduced` on, until `fixed` or past `last_affected`; `limit` ends what it meets.
 */
export function spansOf(events: unknown, order: VersionOrder): Span[] | string {
  const read =
    list(events).length > MOST_EVENTS ? 'too many events' : readEvents(list(events), order);
  if (typeof read === 'string') return read;
  return read.some(({ kind }) => kind === 'introduced')
    ? walk(inOrder(read, order))
    : 'a range without a beginning';
}

function readEvents(events: readonly unknown[], order: VersionOrder): Event[] | string {
  const read: Event[] = [];
  for (const entry of events) {
    const event = object(entry);
    const kind = kindOf(event);
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
function kindOf(event: Json): Event['kind'] | null {
  let found: Event['kind'] | null = null;
  for (const kind of KINDS) {
    if (!Object.hasOwn(event, kind)) continue;
    if (found !== null) return null;
    found = kind;
  }
  return found;
}

const isStart = (event: Event | undefined): boolean =>
  event?.kind === 'introduced' && event.version === '0';

function inOrder(events: Event[], order: VersionOrder): Event[] {
  if (events.length === 1 || (events.length === 2 && isStart(events[0]))) return events;
  const compare = comparatorFor(order);
  return events.sort(
    (a, b) =>
      Number(isStart(b)) - Number(isStart(a)) ||
      (isStart(a) && isStart(b) ? 0 : compare(a.version, b.version)),
  );
}

function walk(events: readonly Event[]): Span[] | string {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const { kind, version } of events) {
    if (kind === 'introduced') {
      open ??= { introduced: version === '0' ? null : version, fixed: null, lastAffected: null };
    } else if (open !== null) {
      const ended: Span = end(open, kind, version);
      if (ended.introduced !== null && ended.introduced === version && kind !== 'last_affected')
        return 'a range that ends where it begins';
      spans.push(ended);
      open = null;
    } else if (spans.length === 0) return 'a range that ends before it begins';
  }
  return open === null ? spans : [...spans, open];
}

function end(open: Span, kind: Event['kind'], version: string): Span {
  if (kind === 'last_affected') return { ...open, lastAffected: version };
  return kind === 'fixed' && version === '0' && open.introduced === null
    ? { ...open, fixed: '0', none: true }
    : { ...open, fixed: version };
}
