import type { Credential } from '../../credentials/credentials.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupGroup } from '../client/lookup.js';
import type { Client, ServiceOptions } from '../client/types.js';
import type { SecretIo } from '../input/secret.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { readSecrets, sendSecrets, type SecretOptions } from './credential.secrets.js';

interface CredentialAddOptions extends ServiceOptions, SecretOptions, JsonOption {
  name: string;
  username: string;
  type?: 'ssh_password' | 'winrm_password' | 'ssh_key';
  network?: string[];
  group?: string[];
}

/** Stores a credential; its secrets come from files, or are asked for. */
export async function credentialAdd(
  options: CredentialAddOptions,
  io: Io & SecretIo,
): Promise<number> {
  const { name, username, keyFile } = options;
  const type = options.type ?? (keyFile === undefined ? 'ssh_password' : 'ssh_key');
  const file = type === 'ssh_key' ? { ...options, keyFile: keyFile ?? '-' } : options;
  const secrets = await readSecrets(file, io, type !== 'ssh_key');
  const credential = await withClient(options, io, async (client) => {
    const scope = await readScope(client, options);
    const body = { name, username, type, ...secrets, ...(scope && { scope }) };
    return sendSecrets<Credential>({ client, method: 'POST', path: '/credentials', body }, io);
  });
  if (options.json) printJson(credential, io);
  else io.stdout.write(`${describeCredential(credential)} stored.\n`);
  return 0;
}

/** Returns the scope that the options name; undefined without any. */
async function readScope(
  client: Client,
  { network, group }: CredentialAddOptions,
): Promise<object | undefined> {
  if (network === undefined && group === undefined) return undefined;
  const groups = await Promise.all((group ?? []).map((text) => lookupGroup(client, text)));
  return { networks: network ?? [], group_ids: groups.map(({ id }) => id) };
}

/** `Credential 2, "cloud", ssh_key SHA256:…` */
export const describeCredential = ({ id, name, type, fingerprint }: Credential): string =>
  `Credential ${id}, "${printable(name)}", ${[type, fingerprint].filter(Boolean).join(' ')},`;
