import type { Credential } from '../../credentials/credentials.js';
import { systemClock } from '../../platform/clock.js';
import { withClient } from '../client/client.js';
import { lookupCredential } from '../client/lookup.js';
import { getData, listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printCard, printItems, type JsonOption } from '../output/items.js';
import { credentialColumns, credentialFields } from './credential.text.js';

/** Prints all credentials, without secrets. */
export async function credentialList(
  options: ServiceOptions & JsonOption,
  io: Io,
): Promise<number> {
  const found = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    listAll<Credential>(client, '/credentials'),
  );
  const { json } = options;
  const none = 'No credentials; "hostwarden credential add" stores one.';
  printItems(found, credentialColumns(systemClock.now()), { json, none }, io);
  return 0;
}

/** Prints one credential, without secrets. */
export async function credentialShow(
  options: ServiceOptions & JsonOption & { credential: string },
  io: Io,
): Promise<number> {
  const credential = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupCredential(client, options.credential);
    return getData<Credential>(client, 'GET', `/credentials/${id}`);
  });
  printCard(credential, credentialFields(systemClock.now()), { json: options.json }, io);
  return 0;
}
