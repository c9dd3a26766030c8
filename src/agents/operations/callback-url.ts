import { isIPv6 } from 'node:net';

/** Where the service listens; null: nowhere. */
export interface Listening {
  address: string;
  port: number;
  tls: boolean;
}

const isLoopback = (ip: string): boolean =>
  ip === '::1' || ip === 'localhost' || /^127\./.test(ip) || /^::ffff:127\./i.test(ip);

/** Why no agent on this host could ever call back, known before anything is sent; null: it may be tried. */
export function callbackProblem(
  listening: Listening | null,
  publicUrl: string | undefined,
  hostIp: string,
): string | null {
  if (listening === null) return 'This service does not listen: start it with "hostwarden serve"';
  if (publicUrl !== undefined || !isLoopback(listening.address) || isLoopback(hostIp)) return null;
  return `This service listens on ${listening.address} alone, where no other host can call it: let it listen on another address (HOST), or set PUBLIC_URL`;
}

/** The address agents call: PUBLIC_URL, or else this machine's own address on the connection to the host. Without a slash at its end. */
export function serverAddress(
  listening: Listening,
  publicUrl: string | undefined,
  localAddress: string,
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return `${listening.tls ? 'https' : 'http'}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${listening.port}`;
}
