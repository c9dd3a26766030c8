/** A token bucket: what may be sent now, refilled with time. Times in milliseconds of any steady clock. */
export interface Bucket {
  perMs: number;
  burst: number;
  tokens: number;
  at: number;
}

// Kept small: a burst is what fills the queues of small routers.
const BURST_MS = 20;

/** A full bucket for so many packets per second. */
export function createBucket(packetsPerSecond: number, now: number): Bucket {
  const perMs = packetsPerSecond / 1_000;
  const burst = Math.max(1, perMs * BURST_MS);
  return { perMs, burst, tokens: burst, at: now };
}

/** Changes the rate; what has been saved up stays within the new burst. */
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

/** Takes `cost` packets out of the bucket. False: not now. */
export function takeTokens(bucket: Bucket, cost: number): boolean {
  if (bucket.tokens < cost) return false;
  bucket.tokens -= cost;
  return true;
}

/** Milliseconds until `cost` packets may be sent. */
export function waitForTokens(bucket: Bucket, cost: number): number {
  return Math.max(0, (cost - bucket.tokens) / bucket.perMs);
}
