import { getData } from '../client/request.js';
import type { Client } from '../client/client.js';
import type { FoundHost } from '../client/lookup.js';

const MOST = 10_000;

/** What to call a host by its id; each is asked for once. One that is gone is called by its number. */
export function hostNames(client: Client): (id: number) => Promise<string> {
  const known = new Map<number, Promise<string>>();
  async function look(id: number): Promise<string> {
    try {
      const { hostname, current_ip: ip } = await getData<FoundHost>(client, 'GET', `/hosts/${id}`);
      return hostname === ip ? ip : `${hostname} (${ip})`;
    } catch {
      return `host ${id}`;
    }
  }
  return (id) => {
    const name = known.get(id) ?? look(id);
    if (known.size >= MOST) known.clear();
    known.set(id, name);
    return name;
  };
}
