import { isIP } from 'node:net';
import type { App } from './zod.js';

/**
 * Lets `request.ip` be an address only: the right-most one of X-Forwarded-For that is no trusted proxy, or that of the
 * connection if this is any other text. Proxies append the address that they see; what is left of it was sent by the
 * client. Add it before all hooks that read the address, and only where proxies are trusted.
 */
export function addClientAddress(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers['x-forwarded-for'] !== undefined) {
      const address = canonicalAddress(request.ip);
      if (address === null) delete headers['x-forwarded-for'];
      else headers['x-forwarded-for'] = address;
    }
    done();
  });
}

/**
 * Returns the one spelling of an address (RFC 5952 for IPv6); null: another text, or an address with a zone.
 * @internal
 */
export function canonicalAddress(text: string): string | null {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 0) return null;
  if (version === 4) return text;
  const { hostname } = new URL(`http://[${text}]`);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.slice(1, -1);
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
