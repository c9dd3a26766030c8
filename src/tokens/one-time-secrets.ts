import type { Clock } from '../platform/clock.js';
import { newSecretText, tokenHash } from './tokens.js';

/** Secrets that stand for something once, and only for a short time. */
export interface OneTimeSecrets<T> {
  /** Returns a new secret for this value, and when it expires (Unix seconds). */
  issue(value: T): { secret: string; expires_at: number };
  /** Returns the value of a secret, once; null if the secret is unknown, used or expired. */
  redeem(secret: string): T | null;
}

const MAX_LENGTH = 256;

/**
 * Creates secrets in memory, as hashes: they need not outlive the service. Beyond `max` the oldest are dropped.
 * @param prefix of each secret, before the underscore
 */
export function createOneTimeSecrets<T>(
  clock: Pick<Clock, 'now'>,
  { prefix, lifetimeSeconds, max }: { prefix: string; lifetimeSeconds: number; max: number },
): OneTimeSecrets<T> {
  const issued = new Map<string, { value: T; issuedAt: number }>(); // oldest first
  // Also a clock that was set back ends a secret.
  const isValid = (issuedAt: number): boolean => Math.abs(clock.now() - issuedAt) < lifetimeSeconds;
  function dropOld(): void {
    for (const [key, { issuedAt }] of issued) {
      if (isValid(issuedAt) && issued.size < max) return;
      issued.delete(key);
    }
  }
  return {
    issue(value) {
      dropOld();
      const secret = newSecretText(prefix);
      const issuedAt = clock.now();
      issued.set(secretKey(secret), { value, issuedAt });
      return { secret, expires_at: issuedAt + lifetimeSeconds };
    },
    redeem(secret) {
      if (secret.length > MAX_LENGTH) return null;
      const key = secretKey(secret);
      const found = issued.get(key);
      issued.delete(key);
      return found && isValid(found.issuedAt) ? found.value : null;
    },
  };
}

/** A hash, so that the duration of the lookup reveals nothing about the issued secrets. */
const secretKey = (secret: string): string => tokenHash(secret).toString('base64');
