import { withClient } from '../client/client.js';
import { actOnEach } from '../client/each.js';
import { lookupCredential, type FoundCredential } from '../client/lookup.js';
import { send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import type { JsonOption } from '../output/items.js';
import { printRemovedEach } from '../output/removed.js';

interface CredentialRemoveOptions extends ServiceOptions, JsonOption {
  /** ids or names */
  credentials: string[];
}

/** Removes credentials: none if one is unknown; the others if one fails. */
export async function credentialRemove(options: CredentialRemoveOptions, io: Io): Promise<number> {
  const outcome = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const found = new Map<number, FoundCredential>();
    for (const text of options.credentials) {
      const credential = await lookupCredential(client, text);
      found.set(credential.id, credential);
    }
    return actOnEach([...found.values()], async (credential) => {
      await send(client, 'DELETE', `/credentials/${credential.id}`);
      return credential;
    });
  });
  return printRemovedEach('credential', outcome, options, io);
}
