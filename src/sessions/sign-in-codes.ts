import type { Clock } from '../platform/clock.js';
import type { Role } from '../tokens/tokens.table.js';
import { newSecretText, tokenHash } from '../tokens/tokens.js';

const LIFETIME_SECONDS = 120;
const MAX_CODES = 100;

/** Whose rights a session has. */
export interface SessionRights {
  tokenId: number | null;
  tokenSha256: Buffer;
  role: Role;
}

/** Replacements for a token in the link that opens the console: each starts one session, within two minutes. */
export interface SignInCodes {
  /** Returns a new code, and when it expires (Unix seconds). */
  issue(rights: SessionRights): { code: string; expires_at: number };
  /** Returns the rights of a code, once; null if the code is unknown, used or expired. */
  redeem(code: string): SessionRights | null;
}

/** Creates the codes in memory, as hashes: they need not outlive the service. Beyond 100 the oldest are dropped. */
export function createSignInCodes(clock: Pick<Clock, 'now'>): SignInCodes {
  const issued = new Map<string, { rights: SessionRights; expiresAt: number }>(); // oldest first
  function dropOld(): void {
    for (const [key, { expiresAt }] of issued) {
      if (expiresAt > clock.now() && issued.size < MAX_CODES) return;
      issued.delete(key);
    }
  }
  return {
    issue(rights) {
      dropOld();
      const code = newSecretText('hwc');
      const expiresAt = clock.now() + LIFETIME_SECONDS;
      issued.set(codeKey(code), { rights, expiresAt });
      return { code, expires_at: expiresAt };
    },
    redeem(code) {
      if (code.length > 256) return null;
      const key = codeKey(code);
      const found = issued.get(key);
      issued.delete(key);
      return found && found.expiresAt > clock.now() ? found.rights : null;
    },
  };
}

/** A hash, so that the duration of the lookup reveals nothing about the issued codes. */
const codeKey = (code: string): string => tokenHash(code).toString('base64');
