/** Returns the address of a socket; an IPv4-mapped one (RFC 4291 section 2.5.5.2) as its IPv4 address. */
export const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');
