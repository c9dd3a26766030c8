import { lookup } from 'node:dns/promises';

/**
 * Resolves a name with the resolver of this machine (hosts file, DNS): IPv4 before IPv6, otherwise
 * in its order. Rejects for unknown names.
 */
export async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  return [4, 6].flatMap((family) => found.filter((a) => a.family === family).map((a) => a.address));
}
