import type { Credential } from '../../credentials/credentials.js';
import { withClient } from '../client/client.js';
import { lookupCredential } from '../client/lookup.js';
import { getData, listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { renderCredential, renderCredentials } from './credential.text.js';

interface CredentialListOptions extends ServiceOptions {
  json?: true;
}

/** Prints all credentials, without secrets. */
export async function credentialList(options: CredentialListOptions, io: Io): Promise<number> {
  const found = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    listAll<Credential>(client, '/credentials'),
  );
  if (options.json) io.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length === 0)
    io.stderr.write('No credentials; "hostwarden credential add" stores one.\n');
  else io.stdout.write(renderCredentials(found));
  return 0;
}

/** Prints one credential, without secrets. */
export async function credentialShow(
  options: CredentialListOptions & { credential: string },
  io: Io,
): Promise<number> {
  const credential = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupCredential(client, options.credential);
    return getData<Credential>(client, 'GET', `/credentials/${id}`);
  });
  const text = options.json
    ? `${JSON.stringify(credential, null, 2)}\n`
    : renderCredential(credential);
  io.stdout.write(text);
  return 0;
}
