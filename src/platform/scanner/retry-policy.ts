/**
 * Answers of one host so far: ports that answered at all, and those of them that answered only a
 * repeated attempt.
 */
export interface ReplyCount {
  answered: number;
  late: number;
}

// Accepted probability that a port of a host is reported as silent because of packet loss.
const MAX_MISS_PROBABILITY = 0.001;
// Prior before any measurement: as if five ports had answered and half a port had needed a second
// attempt.
const PRIOR = { answered: 5, late: 0.5 };

/**
 * Estimates the share of attempts lost in either direction.
 * @internal
 */
export function estimateLoss(count: ReplyCount): number {
  return Math.min(0.9, (count.late + PRIOR.late) / (count.answered + PRIOR.answered));
}

/**
 * Returns how many attempts a silent port of this host needs, so that packet loss hides no port. A
 * host that has never answered: two. One that answers everything at once: two or three. With 10 %
 * loss: six.
 */
export function triesFor(count: ReplyCount, maxTries: number): number {
  if (count.answered === 0) return Math.min(2, maxTries);
  const needed = Math.ceil(
    Math.log(MAX_MISS_PROBABILITY / count.answered) / Math.log(estimateLoss(count)),
  );
  return Math.max(1, Math.min(maxTries, Math.max(2, needed)));
}

/**
 * Concurrent attempts of the next pass: halved when the last pass revealed packet loss, since the
 * scan itself may cause it.
 */
export function nextWindow(window: number, lateInPass: number, answered: number): number {
  const lossy = lateInPass > Math.max(1, answered / 100);
  return lossy ? Math.max(Math.min(window, 16), Math.floor(window / 2)) : window;
}
