import { randomBytes } from 'node:crypto';
import { tokenHash } from '../tokens/tokens.js';

/** A new agent token: its text for the host, and the hash that is stored. */
export interface AgentToken {
  token: string;
  sha256: Buffer;
}

/** Creates the token of an install or update: `hwa_` and 32 random bytes in base64url. */
export function createAgentToken(): AgentToken {
  const token = `hwa_${randomBytes(32).toString('base64url')}`;
  return { token, sha256: tokenHash(token) };
}
