import { getData, listAll, readData } from './request.js';
import type { Client } from './types.js';

/** Returns the name of an id; of an object that was removed, its id as text. */
export type NameOf = (id: number) => string;

interface Named {
  id: number;
  name: string;
}

/** Reads the names of all templates. */
export const readTemplateNameOf = async (client: Client): Promise<NameOf> =>
  toNameOf(await getData<Named[]>(client, 'GET', '/api/v1/templates'));

/** Reads the names of a paged list: groups, channels. */
export const readNameOf = async (client: Client, path: string): Promise<NameOf> =>
  toNameOf(await listAll<Named>(client, path));

/** Reads the names of these hosts. */
export async function readHostNameOf(client: Client, ids: readonly number[]): Promise<NameOf> {
  const items: Named[] = [];
  for (const id of new Set(ids)) {
    const response = await client.request('GET', `/hosts/${id}`);
    if (response.status !== 404)
      items.push({ id, name: readData<{ hostname: string }>(response).hostname });
  }
  return toNameOf(items);
}

function toNameOf(items: readonly Named[]): NameOf {
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? String(id);
}
