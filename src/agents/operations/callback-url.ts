import { isIPv6 } from 'node:net';
import { isLoopback } from '../../platform/http/loopback.js';

/** The address on which the service listens. */
export interface Listening {
  address: string;
  port: number;
  tls: boolean;
}

/**
 * Returns why an agent on this host can never call back, before anything is sent to the host; null if it
 * may work.
 * @param listening null: the service does not listen
 */
export function callbackProblem(
  listening: Listening | null,
  publicUrl: string | undefined,
  hostIp: string,
): string | null {
  if (listening === null) return 'This service does not listen: start it with "hostwarden serve"';
  if (publicUrl !== undefined || !isLoopback(listening.address) || isLoopback(hostIp)) return null;
  return (
    `This service listens on ${listening.address} only, which other hosts cannot reach: ` +
    'listen on another address (HOST), or set PUBLIC_URL'
  );
}

/**
 * Returns the URL that agents call: PUBLIC_URL, or this machine's own address on the connection to the
 * host. Without a trailing slash.
 */
export function serverAddress(
  listening: Listening,
  publicUrl: string | undefined,
  localAddress: string,
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const host = isIPv6(localAddress) ? `[${localAddress}]` : localAddress;
  return `${listening.tls ? 'https' : 'http'}://${host}:${listening.port}`;
}
