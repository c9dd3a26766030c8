/** Times of visits, Unix seconds. `seen`: when the page was seen last; `before`: the end of the visit before. */
export interface Visits {
  before: number | null;
  seen: number | null;
}

/** A page that was not seen for so long begins a new visit, seconds. */
const PAUSE = 1800;

/** Returns the visits after the page is seen at a time. */
export function nextVisit({ before, seen }: Visits, now: number): Visits {
  const isNew = seen !== null && now - seen > PAUSE;
  return { before: isNew ? seen : before, seen: now };
}
