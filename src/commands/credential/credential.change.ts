import type { CredentialScope } from '../../credentials/credential-scope.js';
import type { Credential } from '../../credentials/credentials.js';
import { printable } from '../../lib/text.js';
import { changing, requireChange, type Options } from '../client/handlers.js';
import { lookupCredential, lookupGroup, lookupIds } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { SecretIo } from '../input/secret.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { readSecrets, sendSecrets, type SecretOptions } from './credential.secrets.js';

type CredentialAddOptions = Options<SecretOptions> & {
  name: string;
  username: string;
  type?: 'ssh_password' | 'winrm_password' | 'ssh_key';
  network?: string[];
  group?: string[];
};

/** Stores a credential; its secrets come from files, or are asked for. */
export async function credentialAdd(
  options: CredentialAddOptions,
  io: Io & SecretIo,
): Promise<number> {
  const { name, username, keyFile } = options;
  const type = options.type ?? (keyFile === undefined ? 'ssh_password' : 'ssh_key');
  const file = type === 'ssh_key' ? { ...options, keyFile: keyFile ?? '-' } : options;
  const secrets = await readSecrets(file, io, type !== 'ssh_key');
  return changing(
    { ...options, needsDataDir: false },
    io,
    async (client) => {
      const scope = await readNewScope(client, options);
      const body = { name, username, type, ...secrets, scope };
      return sendSecrets<Credential>({ client, method: 'POST', path: '/credentials', body }, io);
    },
    (credential) => `${describeCredential(credential)} stored.`,
  );
}

/** Returns the scope that the options name; undefined without any. */
async function readNewScope(
  client: Client,
  { network, group }: CredentialAddOptions,
): Promise<object | undefined> {
  if (network === undefined && group === undefined) return undefined;
  return { networks: network ?? [], group_ids: await lookupIds(client, group ?? [], lookupGroup) };
}

/** `Credential 2, "cloud", ssh_key SHA256:…` */
const describeCredential = ({ id, name, type, fingerprint }: Credential): string =>
  `Credential ${id}, "${printable(name)}", ${[type, fingerprint].filter(Boolean).join(' ')},`;

interface ScopeOptions {
  addNetwork?: string[];
  removeNetwork?: string[];
  addGroup?: string[];
  removeGroup?: string[];
  /** false: remove it */
  scope?: boolean;
}

type CredentialEditOptions = Options<ScopeOptions> & {
  /** id or name */
  credential: string;
  name?: string;
  username?: string;
};

/** Changes the name, the user and the scope of a credential. Its secrets stay: `credential rotate` replaces them. */
export async function credentialEdit(options: CredentialEditOptions, io: Io): Promise<number> {
  const { name, username } = options;
  requireChange('credential edit', [name, username, changesScope(options) || undefined]);
  return changing(
    options,
    io,
    async (client) => {
      const { id } = await lookupCredential(client, options.credential);
      const path = `/credentials/${id}`;
      const scope = changesScope(options) ? await readScope(client, path, options) : undefined;
      return getData<Credential>(client, 'PUT', path, { name, username, scope });
    },
    (credential) => `${describeCredential(credential)} changed.`,
  );
}

const changesScope = (options: ScopeOptions): boolean => {
  const { addNetwork, removeNetwork, addGroup, removeGroup, scope } = options;
  const lists = [addNetwork, removeNetwork, addGroup, removeGroup];
  return scope === false || lists.some((list) => list !== undefined);
};

/** Returns the scope with the changes; null: none. */
async function readScope(
  client: Client,
  path: string,
  options: ScopeOptions,
): Promise<CredentialScope | null> {
  const { scope: current } = await getData<Credential>(client, 'GET', path);
  const before = options.scope === false ? null : current;
  const networks = changeItems(before?.networks, options.addNetwork, options.removeNetwork);
  const groupIds = changeItems(
    before?.group_ids,
    await lookupIds(client, options.addGroup, lookupGroup),
    await lookupIds(client, options.removeGroup, lookupGroup),
  );
  return networks.length + groupIds.length === 0 ? null : { networks, group_ids: groupIds };
}

// An item that is not there is an error: operators could keep using the credential where the user did not want it.
function changeItems<T extends string | number>(
  before: readonly T[] = [],
  added: readonly T[] = [],
  removed: readonly T[] = [],
): T[] {
  const missing = removed.find((item) => !before.includes(item));
  if (missing !== undefined) {
    const shown = typeof missing === 'number' ? `Group ${missing}` : printable(missing);
    throw new CommandError(`${shown} is not in the scope of the credential`, 2);
  }
  return [...new Set([...before, ...added])].filter((item) => !removed.includes(item));
}

type CredentialRotateOptions = Options<SecretOptions> & {
  /** name or id */
  credential: string;
  username?: string;
  /** false: remove it */
  certificate?: boolean;
};

/** Replaces secrets of a credential: those that options name, otherwise its password. */
export async function credentialRotate(
  options: CredentialRotateOptions,
  io: Io & SecretIo,
): Promise<number> {
  return changing(
    options,
    io,
    async (client) => {
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
    },
    (credential) => `${describeCredential(credential)} changed.`,
  );
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
