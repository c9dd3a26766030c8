import { withClient } from '../client/client.js';
import { lookupCredential, type FoundCredential } from '../client/lookup.js';
import { send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import type { JsonOption } from '../output/items.js';
import { printRemoved } from '../output/removed.js';

interface CredentialRemoveOptions extends ServiceOptions, JsonOption {
  /** ids or names */
  credentials: string[];
}

/** Removes credentials; none if one is unknown. */
export async function credentialRemove(options: CredentialRemoveOptions, io: Io): Promise<number> {
  const removed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const found = new Map<number, FoundCredential>();
    for (const text of options.credentials) {
      const credential = await lookupCredential(client, text);
      found.set(credential.id, credential);
    }
    for (const id of found.keys()) await send(client, 'DELETE', `/credentials/${id}`);
    return [...found.values()];
  });
  printRemoved('credential', removed, options, io);
  return 0;
}
