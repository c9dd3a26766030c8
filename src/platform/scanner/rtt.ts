/** What is known about one host's round trip, in milliseconds. `smoothed` is null until a first answer. */
export interface RoundTrip {
  smoothed: number | null;
  variance: number;
}

export interface TimeoutBounds {
  minTimeoutMs: number;
  maxTimeoutMs: number;
}

// The kernel sends a SYN again after one second; an answer later than that may belong to either (Karn's rule, RFC 6298 section 3).
const AMBIGUOUS_MS = 1_000;

export const UNKNOWN_ROUND_TRIP: RoundTrip = { smoothed: null, variance: 0 };

/** Takes one measurement into account (RFC 6298 section 2). */
export function observe(before: RoundTrip, sampleMs: number): RoundTrip {
  if (before.smoothed === null) return { smoothed: sampleMs, variance: sampleMs / 2 };
  if (sampleMs >= AMBIGUOUS_MS) return before;
  const variance = 0.75 * before.variance + 0.25 * Math.abs(before.smoothed - sampleMs);
  return { smoothed: 0.875 * before.smoothed + 0.125 * sampleMs, variance };
}

/** Which pass it is, and over how many ports. */
export interface PassInfo {
  pass: number;
  ports: number;
}

// So many ports of a host that has never said a word are asked less patiently: it is the number of them that makes a scan long.
const MANY_PORTS = 1_000;

/**
 * How long to wait for an answer, in milliseconds. Passes after the first wait twice as long (RFC 6298 section 5.5);
 * a host that never answered is given half the longest wait and then the longest, or half of that for more than 1,000 ports.
 */
export function answerTimeout(
  trip: RoundTrip,
  bounds: TimeoutBounds,
  { pass, ports }: PassInfo,
): number {
  const first =
    trip.smoothed === null
      ? bounds.maxTimeoutMs / (ports > MANY_PORTS ? 4 : 2)
      : trip.smoothed + 4 * trip.variance;
  const factor = pass > 1 ? 2 : 1;
  return Math.min(bounds.maxTimeoutMs, Math.max(bounds.minTimeoutMs, first) * factor);
}
