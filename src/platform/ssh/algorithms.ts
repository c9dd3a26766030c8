import type { Algorithms } from 'ssh2';
import { hostKeyAlgorithms, type HostKey } from './host-key.js';

/**
 * What is offered besides the library's own list, last: enough for servers of 2010, and nothing that is broken. Left out: group1 (Logjam), DSA,
 * 3DES, RC4, MD5. SHA-1 stays in key exchange (group exchange, group14), and CBC at the very end, for servers that know nothing else.
 */
export function algorithms(pinned: HostKey | null): Algorithms {
  return {
    serverHostKey: hostKeyAlgorithms(pinned),
    kex: {
      append: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1'],
      prepend: [],
      remove: [],
    },
    cipher: { append: ['aes256-cbc', 'aes128-cbc'], prepend: [], remove: [] },
  };
}
