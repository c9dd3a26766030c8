/**
 * A token bucket: the packets that may be sent now, refilled over time. Times in milliseconds of a
 * monotonic clock.
 */
export interface Bucket {
  perMs: number;
  burst: number;
  tokens: number;
  at: number;
}

// Small, since bursts fill the queues of small routers.
const BURST_MS = 20;

/** A full bucket for `packetsPerSecond`. */
export function createBucket(packetsPerSecond: number, now: number): Bucket {
  const perMs = packetsPerSecond / 1_000;
  const burst = Math.max(1, perMs * BURST_MS);
  return { perMs, burst, tokens: burst, at: now };
}

/** Changes the rate; saved tokens are limited to the new burst. */
export function setRate(bucket: Bucket, packetsPerSecond: number): void {
  bucket.perMs = packetsPerSecond / 1_000;
  bucket.burst = Math.max(1, bucket.perMs * BURST_MS);
  bucket.tokens = Math.min(bucket.tokens, bucket.burst);
}

export function refillTokens(bucket: Bucket, now: number): void {
  const gained = Math.max(0, now - bucket.at) * bucket.perMs;
  bucket.tokens = Math.min(bucket.burst, bucket.tokens + gained);
  bucket.at = Math.max(bucket.at, now);
}

/** Takes `cost` packets out of the bucket. False: not enough tokens. */
export function takeTokens(bucket: Bucket, cost: number): boolean {
  if (bucket.tokens < cost) return false;
  bucket.tokens -= cost;
  return true;
}

/** Milliseconds until `cost` packets may be sent. */
export function waitForTokens(bucket: Bucket, cost: number): number {
  return Math.max(0, (cost - bucket.tokens) / bucket.perMs);
}
