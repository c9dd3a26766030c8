import { lookup } from 'node:dns/promises';

/** The addresses of a name as this machine's own resolver gives them (hosts file, DNS): IPv4 before IPv6, else in its order. Rejects when there are none. */
export async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  return [4, 6].flatMap((family) => found.filter((a) => a.family === family).map((a) => a.address));
}
