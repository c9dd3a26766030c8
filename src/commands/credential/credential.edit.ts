import type { CredentialScope } from '../../credentials/credential-scope.js';
import type { Credential } from '../../credentials/credentials.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupCredential, lookupGroup } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { describeCredential } from './credential.add.js';

interface ScopeOptions {
  addNetwork?: string[];
  removeNetwork?: string[];
  addGroup?: string[];
  removeGroup?: string[];
  /** false: remove it */
  scope?: boolean;
}

interface CredentialEditOptions extends ServiceOptions, JsonOption, ScopeOptions {
  /** id or name */
  credential: string;
  name?: string;
  username?: string;
}

/** Changes the name, the user and the scope of a credential. Its secrets stay: `credential rotate` replaces them. */
export async function credentialEdit(options: CredentialEditOptions, io: Io): Promise<number> {
  const { name, username } = options;
  if (name === undefined && username === undefined && !changesScope(options))
    throw new CommandError('Say what to change: see "hostwarden credential edit --help"', 2);
  const changed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupCredential(client, options.credential);
    const path = `/credentials/${id}`;
    const body = {
      name,
      username,
      ...(changesScope(options) && { scope: await readScope(client, path, options) }),
    };
    return getData<Credential>(client, 'PUT', path, body);
  });
  if (options.json) printJson(changed, io);
  else io.stdout.write(`${describeCredential(changed)} changed.\n`);
  return 0;
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
    await groupIdsOf(client, options.addGroup),
    await groupIdsOf(client, options.removeGroup),
  );
  return networks.length + groupIds.length === 0 ? null : { networks, group_ids: groupIds };
}

async function groupIdsOf(client: Client, texts: readonly string[] = []): Promise<number[]> {
  const groups = [];
  for (const text of texts) groups.push(await lookupGroup(client, text));
  return groups.map(({ id }) => id);
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
