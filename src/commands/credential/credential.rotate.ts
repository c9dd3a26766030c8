import type { Credential } from '../../credentials/credentials.js';
import { withClient } from '../client/client.js';
import { lookupCredential } from '../client/lookup.js';
import type { ServiceOptions } from '../client/types.js';
import type { SecretIo } from '../input/secret.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { describeCredential } from './credential.add.js';
import { readSecrets, sendSecrets, type SecretOptions } from './credential.secrets.js';

interface CredentialRotateOptions extends ServiceOptions, SecretOptions, JsonOption {
  /** name or id */
  credential: string;
  username?: string;
  /** false: remove it */
  certificate?: boolean;
}

/** Replaces secrets of a credential: those that options name, otherwise its password. */
export async function credentialRotate(
  options: CredentialRotateOptions,
  io: Io & SecretIo,
): Promise<number> {
  const changed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id, type } = await lookupCredential(client, options.credential);
    const asks = !namesChange(options);
    if (asks && type === 'ssh_key')
      throw new CommandError('Nothing to change; use --key-file with the new key', 2);
    const body = {
      ...(await readSecrets(options, io, asks)),
      ...(options.username !== undefined && { username: options.username }),
      ...(options.certificate === false && { certificate: null }),
      ...(options.sudoPassword === false && { sudo_password: null }),
    };
    const path = `/credentials/${id}`;
    return sendSecrets<Credential>({ client, method: 'PUT', path, body }, io);
  });
  if (options.json) printJson(changed, io);
  else io.stdout.write(`${describeCredential(changed)} changed.\n`);
  return 0;
}

// Commander sets options of the form --no-… to true where they are absent.
function namesChange(options: CredentialRotateOptions): boolean {
  const { passwordFile, keyFile, passphraseFile, certificateFile, sudoPasswordFile } = options;
  const files = [passwordFile, keyFile, passphraseFile, certificateFile, sudoPasswordFile];
  return (
    [...files, options.username].some((value) => value !== undefined) ||
    options.sudoPassword !== undefined ||
    options.certificate === false
  );
}
