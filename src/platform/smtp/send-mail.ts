import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { resolveGuarded } from '../http/guarded-exchange.js';
import type { AddressGuard } from '../net/address-guard.js';
import type { SmtpServer } from './smtp-url.js';

/** A mail and the server that takes it. Addresses are plain (`ops@example.org`), subject and header values one line. */
export interface Mail {
  server: SmtpServer;
  /** null: no login */
  password: string | null;
  guard: AddressGuard;
  signal: AbortSignal;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** without angle brackets; the same for each attempt, so that receivers can recognize a repetition */
  messageId: string;
  headers: Readonly<Record<string, string>>;
}

/** The reply to the whole mail. `rejected`: recipients that the server refused, while it took others. */
export interface MailReply {
  code: number;
  text: string;
  rejected: string[];
}

const STEP_TIMEOUT_MS = 10_000;
const LOOPBACK = /^(127\.|::1$)/;

/**
 * Hands a mail over to its server: with TLS, or with STARTTLS, which is required unless the server is on this machine
 * and needs no login. Rejects with the error of nodemailer (`response`, `responseCode`) or of the system,
 * RefusedAddressError, or the reason of `signal`.
 */
export async function sendMail(mail: Mail): Promise<MailReply> {
  const { server, password, guard, signal, from, to, subject, text, html } = mail;
  const [address = server.host] = await resolveGuarded(server.host, guard);
  signal.throwIfAborted();
  const needsTls = !LOOPBACK.test(address) || server.user !== null;
  const transport = createTransport({
    host: address,
    port: server.port,
    secure: server.isTls,
    requireTLS: needsTls,
    ignoreTLS: !needsTls,
    ...(server.user !== null && { auth: { user: server.user, pass: password ?? '' } }),
    tls: isIP(server.host) === 0 ? { servername: server.host } : {},
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const aborted = rejectOnAbort(signal);
  try {
    const info = await Promise.race([
      transport.sendMail({
        from,
        to: [...to],
        subject,
        text,
        html,
        messageId: `<${mail.messageId}>`,
        headers: { ...mail.headers },
      }),
      aborted.promise,
    ]);
    return {
      code: Number(info.response.slice(0, 3)) || 0,
      text: info.response,
      rejected: info.rejected.map(String),
    };
  } finally {
    aborted.stop();
    transport.close();
  }
}

function rejectOnAbort(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  let abort = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
  promise.catch(() => undefined);
  return { promise, stop: () => signal.removeEventListener('abort', abort) };
}
