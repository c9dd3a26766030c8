const FIRST_S = 30;
const LONGEST_S = 3600;

/** Attempts end this many seconds after the first one: a service that was stopped did not try meanwhile. */
const GIVE_UP_S = 86_400;

/** The attempt that follows a failed one: at `at` (Unix seconds), or never. */
export type NextAttempt = { at: number } | { at: null };

/**
 * Returns when a message is tried again: after 30 s, doubling up to an hour, for 24 hours from its first attempt. The
 * last attempt is at the end of these.
 * @param attempts made so far, at least 1
 * @param firstAt the first of them, Unix seconds; null: it is the one that has just failed
 * @param retryAfter seconds that the receiver asks for; null: it does not
 */
export function nextAttempt(
  { attempts, firstAt, now }: { attempts: number; firstAt: number | null; now: number },
  retryAfter: number | null,
): NextAttempt {
  const end = (firstAt ?? now) + GIVE_UP_S;
  if (now >= end) return { at: null };
  const doubled = FIRST_S * 2 ** Math.min(attempts - 1, 20);
  const wait = Math.min(LONGEST_S, Math.max(doubled, retryAfter ?? 0));
  return { at: Math.min(now + wait, end) };
}
