import type { Clock } from '../platform/clock.js';
import { createShares } from './shares.js';
import { newSecretText, tokenHash } from './tokens.js';

/** Secrets that stand for something once, and only for a short time. */
export interface OneTimeSecrets<T> {
  /**
   * Returns a new secret for this value, and when it expires (Unix seconds).
   * @param owner of the share of the secrets that this one belongs to: the id of a token
   */
  issue(value: T, owner: number | null): { secret: string; expires_at: number };
  /** Returns the value of a secret, once; null if the secret is unknown, used or expired. */
  redeem(secret: string): T | null;
}

const MAX_LENGTH = 256;

interface Issued<T> {
  value: T;
  owner: number | null;
  /** Unix seconds */
  issuedAt: number;
}

/**
 * Creates secrets in memory, as hashes: they need not outlive the service. Beyond `max` the oldest of the owner with
 * the most is dropped: one owner cannot void the secrets of others.
 * @param prefix of each secret, before the underscore
 */
export function createOneTimeSecrets<T>(
  clock: Pick<Clock, 'now'>,
  { prefix, lifetimeSeconds, max }: { prefix: string; lifetimeSeconds: number; max: number },
): OneTimeSecrets<T> {
  const issued = new Map<string, Issued<T>>(); // oldest first
  const shares = createShares<number | null>();
  // Also a clock that was set back ends a secret.
  const isValid = (issuedAt: number): boolean => Math.abs(clock.now() - issuedAt) < lifetimeSeconds;
  function remove(key: string): Issued<T> | undefined {
    const found = issued.get(key);
    if (!found) return undefined;
    issued.delete(key);
    shares.remove(found.owner);
    return found;
  }
  function dropOld(): void {
    for (const [key, { issuedAt }] of issued) {
      if (isValid(issuedAt)) break;
      remove(key);
    }
    if (issued.size < max) return;
    const largest = shares.largest();
    for (const [key, { owner }] of issued) if (owner === largest) return void remove(key);
  }
  return {
    issue(value, owner) {
      dropOld();
      const secret = newSecretText(prefix);
      const issuedAt = clock.now();
      issued.set(secretKey(secret), { value, owner, issuedAt });
      shares.add(owner);
      return { secret, expires_at: issuedAt + lifetimeSeconds };
    },
    redeem(secret) {
      if (secret.length > MAX_LENGTH) return null;
      const found = remove(secretKey(secret));
      return found && isValid(found.issuedAt) ? found.value : null;
    },
  };
}

/** A hash, so that the duration of the lookup reveals nothing about the issued secrets. */
const secretKey = (secret: string): string => tokenHash(secret).toString('base64');
