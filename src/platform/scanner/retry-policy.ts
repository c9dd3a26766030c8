/** What one host has answered so far: ports that answered at all, and those of them that did so only when asked again. */
export interface ReplyCount {
  answered: number;
  late: number;
}

// The chance we accept that any one port of a host is taken for silent because packets were lost.
const MAX_MISS_PROBABILITY = 0.001;
// Before anything is known, as if five ports had answered and half a one had needed a second try.
const PRIOR = { answered: 5, late: 0.5 };

/** The share of attempts that get lost on the way there or back, as far as the answers tell. */
export function estimateLoss(count: ReplyCount): number {
  return Math.min(0.9, (count.late + PRIOR.late) / (count.answered + PRIOR.answered));
}

/**
 * How many tries a silent port of this host deserves, so that a lost packet hides none. A host that has never answered gets two;
 * one that answers everything at once two or three; one that drops one packet in ten six.
 */
export function triesFor(count: ReplyCount, maxTries: number): number {
  if (count.answered === 0) return Math.min(2, maxTries);
  const needed = Math.ceil(
    Math.log(MAX_MISS_PROBABILITY / count.answered) / Math.log(estimateLoss(count)),
  );
  return Math.max(1, Math.min(maxTries, Math.max(2, needed)));
}

/** Attempts under way for the next pass: halved when the pass before brought up lost packets, for our own haste may be the cause. */
export function nextWindow(window: number, lateInPass: number, answered: number): number {
  const lossy = lateInPass > Math.max(1, answered / 100);
  return lossy ? Math.max(Math.min(window, 16), Math.floor(window / 2)) : window;
}
