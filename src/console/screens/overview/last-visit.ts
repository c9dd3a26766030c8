import { storageKey } from '../../app/place.js';
import { now } from '../../parts/time.js';
import { nextVisit, type Visits } from './visits.js';

const KEY = storageKey('visits');

function readVisits(): Visits {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Visits>;
    return { before: stored.before ?? null, seen: stored.seen ?? null };
  } catch {
    return { before: null, seen: null };
  }
}

/** Notes that the overview is seen now, and returns when the visit before this one ended (Unix seconds), or null. */
export function noteVisit(): number | null {
  const visits = nextVisit(readVisits(), now.peek());
  localStorage.setItem(KEY, JSON.stringify(visits));
  return visits.before;
}
