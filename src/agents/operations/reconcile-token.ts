import type { Sqlite } from '../../database/sqlite.js';
import { promoteToken } from '../agents.tokens.js';
import type { RemoteHostFacts } from './remote/remote-host.js';

interface Known {
  token: string | null;
  fresh: string | null;
}

const TOKENS =
  'SELECT lower(hex(token_sha256)) AS token, lower(hex(new_token_sha256)) AS fresh FROM agents WHERE host_id = ?';

/**
 * Settles what an operation that was cut off left open, by the tokens that lie on the host. Its new agent lies there: that one is in force from now on. Else, if only
 * the one put aside has a token that is in force, that one is to be kept (`keepOld`). Inside a transaction. `now`: Unix seconds.
 */
export function reconcileToken(
  sqlite: Sqlite,
  hostId: number,
  facts: RemoteHostFacts,
  now: number,
): { keepOld: boolean } {
  const { token, fresh } = sqlite.prepare<[number], Known>(TOKENS).get(hostId) ?? {
    token: null,
    fresh: null,
  };
  const there = facts.tokenSha256;
  if (there !== null && there === fresh) {
    promoteToken(sqlite, hostId, Buffer.from(there, 'hex'), {
      version: facts.version ?? '',
      serviceManager: facts.manager ?? 'windows',
      now,
    });
    return { keepOld: false };
  }
  return { keepOld: there !== token && token !== null && facts.oldTokenSha256 === token };
}
