import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupCredential } from '../client/lookup.js';
import { send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';

interface CredentialRemoveOptions extends ServiceOptions {
  /** name or id */
  credential: string;
}

/** Deletes a credential. */
export async function credentialRemove(options: CredentialRemoveOptions, io: Io): Promise<number> {
  const removed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const found = await lookupCredential(client, options.credential);
    await send(client, 'DELETE', `/credentials/${found.id}`);
    return found;
  });
  const { id, name } = removed;
  io.stdout.write(`Credential ${id}, "${printable(name)}", removed.\n`);
  return 0;
}
