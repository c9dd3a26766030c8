/** Round trip of one host, in milliseconds. `smoothed` is null until the first answer. */
export interface RoundTrip {
  smoothed: number | null;
  variance: number;
}

export interface TimeoutBounds {
  minTimeoutMs: number;
  maxTimeoutMs: number;
}

// The kernel retransmits a SYN after one second; a later answer may belong to either (Karn's rule,
// RFC 6298 section 3).
const AMBIGUOUS_MS = 1_000;

export const UNKNOWN_ROUND_TRIP: RoundTrip = { smoothed: null, variance: 0 };

/** Adds one measurement (RFC 6298 section 2). */
export function observe(before: RoundTrip, sampleMs: number): RoundTrip {
  if (before.smoothed === null) return { smoothed: sampleMs, variance: sampleMs / 2 };
  if (sampleMs >= AMBIGUOUS_MS) return before;
  const variance = 0.75 * before.variance + 0.25 * Math.abs(before.smoothed - sampleMs);
  return { smoothed: 0.875 * before.smoothed + 0.125 * sampleMs, variance };
}

/** Number of the pass, and how many ports it covers. */
export interface PassInfo {
  pass: number;
  ports: number;
}

// A host that never answered gets shorter timeouts beyond this many ports: their number determines
// the duration of a scan.
const MANY_PORTS = 1_000;

/**
 * Returns the timeout of an attempt, in milliseconds. Passes after the first double it (RFC 6298
 * section 5.5). A host that never answered gets half the maximum and then the maximum, or half of
 * both for more than 1,000 ports.
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
