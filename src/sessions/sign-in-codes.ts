import type { Clock } from '../platform/clock.js';
import { createOneTimeSecrets } from '../tokens/one-time-secrets.js';
import type { Role } from '../tokens/tokens.table.js';

const LIMITS = { prefix: 'hwc', lifetimeSeconds: 120, max: 100 };

/** Whose rights a session has. */
export interface SessionRights {
  tokenId: number | null;
  tokenSha256: Buffer;
  role: Role;
  /** of the session that made the code: it ends the code, and the session of the code */
  parentId: number | null;
}

/** Replacements for a token in the link that opens the console: each starts one session, within two minutes. */
export interface SignInCodes {
  /** Returns a new code, and when it expires (Unix seconds). */
  issue(rights: SessionRights): { code: string; expires_at: number };
  /** Returns the rights of a code, once; null if the code is unknown, used or expired. */
  redeem(code: string): SessionRights | null;
}

/** Creates the codes in memory. Beyond 100 the oldest of the token with the most is dropped. */
export function createSignInCodes(clock: Pick<Clock, 'now'>): SignInCodes {
  const secrets = createOneTimeSecrets<SessionRights>(clock, LIMITS);
  return {
    issue(rights) {
      const { secret: code, expires_at } = secrets.issue(rights, rights.tokenId);
      return { code, expires_at };
    },
    redeem: (code) => secrets.redeem(code),
  };
}
