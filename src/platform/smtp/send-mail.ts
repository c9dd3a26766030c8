import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { resolveGuarded } from '../http/guarded-exchange.js';
import type { AddressGuard } from '../net/address-guard.js';
import type { SmtpServer } from './smtp-url.js';

/** A mail and the server that takes it. Addresses are plain (`ops@example.org`), subject and header values one line. */
export interface Mail {
  server: SmtpServer;
  /** null: no login */
  password: string | null;
  guard: AddressGuard;
  /** ends the attempt until the mail is submitted: up to then the server has nothing to deliver */
  signal: AbortSignal;
  /** ends the attempt at any time, also while the answer to a mail that was submitted is awaited */
  closing: AbortSignal;
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
const ANSWER_MS = 600_000; // to the final dot: RFC 5321, 4.5.3.2.6
const LOOPBACK = /^(127\.|::1$)/;

/**
 * Submits a mail to its server: with TLS, or with STARTTLS, which is required unless the server is on this machine
 * and needs no login. A mail is submitted with its final dot; its answer is awaited for 10 minutes, because the
 * server delivers the mail also if the connection is closed before. Rejects with the error of nodemailer (`response`,
 * `responseCode`) or of the system, RefusedAddressError, or the reason of a signal. The connection is closed then.
 */
export async function sendMail(mail: Mail): Promise<MailReply> {
  const { server, guard, signal } = mail;
  const [address = server.host] = await resolveGuarded(server.host, guard);
  const content = await compose(mail);
  signal.throwIfAborted();
  const connection = createConnection(server, address);
  const end = createEnd(mail, connection);
  try {
    return await Promise.race([end.promise, exchange(connection, mail, content, end.extend)]);
  } finally {
    end.stop();
    connection.close();
  }
}

const compose = ({ from, to, subject, text, html, messageId, headers }: Mail): Promise<Buffer> =>
  new MailComposer({
    from,
    to: [...to],
    subject,
    text,
    html,
    messageId: `<${messageId}>`,
    headers: { ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

function createConnection(server: SmtpServer, address: string): SMTPConnection {
  const needsTls = !LOOPBACK.test(address) || server.user !== null;
  return new SMTPConnection({
    host: address,
    port: server.port,
    secure: server.isTls,
    requireTLS: needsTls,
    ignoreTLS: !needsTls,
    tls: isIP(server.host) === 0 ? { servername: server.host } : {},
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: ANSWER_MS,
    socketCloseTimeout: 0, // an attempt that was given up must not continue in the background
  });
}

/** Runs one step of nodemailer, which reports its end to a callback. */
const step = <T>(
  run: (done: (error?: Error | null, value?: T) => void) => void,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    run((error, value) => {
      if (error) reject(error);
      else resolve(value);
    });
  });

async function exchange(
  connection: SMTPConnection,
  { server: { user }, password, from, to }: Mail,
  content: Buffer,
  onSubmitted: () => void,
): Promise<MailReply> {
  await step((done) => {
    connection.connect(done);
  });
  if (user !== null && connection.allowsAuth)
    await step((done) => {
      connection.login({ user, credentials: { user, pass: password ?? '' } }, done);
    });
  // It is read after the server asked for it, and its end is what the final dot follows.
  const stream = Readable.from([content]).once('end', onSubmitted);
  const envelope = { from, to: [...to], size: content.length };
  const info = await step<{ response: string; rejected: string[] }>((done) => {
    connection.send(envelope, stream, done);
  });
  const { response = '', rejected = [] } = info ?? {};
  return { code: Number(response.slice(0, 3)) || 0, text: response, rejected: [...rejected] };
}

interface End {
  /** rejects at the end that a signal, an error of the connection or the limit of time brings */
  promise: Promise<never>;
  /** From now on only `closing` and the limit of the answer end the attempt. */
  extend: () => void;
  stop: () => void;
}

function createEnd({ signal, closing }: Mail, connection: SMTPConnection): End {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_resolve, rejectPromise) => {
    reject = rejectPromise;
  });
  promise.catch(() => undefined);
  connection.on('error', (error: Error) => {
    reject(error);
  });
  const stopSignal = onAbort(signal, (error) => reject(error));
  const stopClosing = onAbort(closing, (error) => reject(error));
  let timer: NodeJS.Timeout | undefined;
  return {
    promise,
    extend() {
      stopSignal();
      timer = setTimeout(() => {
        reject(new DOMException('no answer to the mail', 'TimeoutError'));
      }, ANSWER_MS);
    },
    stop() {
      clearTimeout(timer);
      stopSignal();
      stopClosing();
    },
  };
}

/** Calls `work` when the signal aborts. Returns how to stop waiting for it. */
function onAbort(signal: AbortSignal, work: (reason: Error) => void): () => void {
  const listener = (): void => {
    work(signal.reason as Error);
  };
  signal.addEventListener('abort', listener, { once: true });
  return () => {
    signal.removeEventListener('abort', listener);
  };
}
