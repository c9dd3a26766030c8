import { randomBytes } from 'node:crypto';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Clock } from '../clock.js';
import { plainAddress } from '../net/plain-address.js';

/** Certificates of one server, which it issues itself. */
export interface ServerCertificates {
  /** PEM */
  key: string;
  /**
   * Returns a certificate and its issuers (PEM): for the name that a client asks for, or for the address that
   * it connected to. Undefined: the name is not one of the server.
   */
  chainFor: (requested: { name: string } | { address: string }) => string | undefined;
  /** issues them again if it is time to; returns whether it did */
  renew: (now: number) => boolean;
}

const CHECK_INTERVAL_MS = 12 * 3_600_000;
const TICKET_KEY_BYTES = 48;

/**
 * Makes a server present the certificate for the address that a client connected to, and checks twice a day
 * whether it is to be renewed. A certificate for one address is valid for clients whose copy of the root does not
 * know the server's other addresses. Open connections keep theirs.
 * @returns ends the checks
 */
export function presentCertificates(
  server: Server,
  certificates: ServerCertificates,
  clock: Pick<Clock, 'now'>,
  intervalMs = CHECK_INTERVAL_MS,
): () => void {
  const ticketKeys = randomBytes(TICKET_KEY_BYTES); // sessions can be resumed under another certificate
  let presented: string | undefined;
  // Before the listener of the server, which creates the TLS socket with the current context.
  server.prependListener('connection', (socket: Socket) => {
    const address = plainAddress(socket.localAddress);
    const chain = certificates.chainFor({ address });
    if (chain === undefined || chain === presented) return;
    presented = chain;
    server.setSecureContext({ key: certificates.key, cert: chain, ticketKeys });
  });
  const timer = setInterval(() => certificates.renew(clock.now()), intervalMs).unref();
  return () => {
    clearInterval(timer);
  };
}

type SniCallback = (
  name: string,
  done: (error: Error | null, context?: SecureContext) => void,
) => void;

/** Creates the choice of a certificate by the name that a client asks for (SNI, RFC 6066). */
export function createSniCallback(certificates: ServerCertificates): SniCallback {
  const contexts = new Map<string, { chain: string; context: SecureContext }>();
  return (name, done) => {
    const chain = certificates.chainFor({ name });
    if (chain === undefined) return done(null);
    const known = contexts.get(name);
    if (known?.chain === chain) return done(null, known.context);
    const context = createSecureContext({ key: certificates.key, cert: chain });
    contexts.set(name, { chain, context }); // as many as the server has names
    done(null, context);
  };
}
