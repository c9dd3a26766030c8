import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSmtpUrl, type SmtpServer } from '../../../src/platform/smtp/smtp-url.js';
import { sendMail, type MailReply } from '../../../src/platform/smtp/send-mail.js';
import { startSmtpReceiver } from '../../support/smtp-receiver.mjs';

const NEVER = new AbortController().signal;

async function startServer(...[answer]: Parameters<typeof startSmtpReceiver>) {
  const server = await startSmtpReceiver(answer);
  onTestFinished(server.close);
  return server;
}

const send = (
  url: string,
  signals: { signal?: AbortSignal; closing?: AbortSignal } = {},
): Promise<MailReply> =>
  sendMail({
    server: parseSmtpUrl(url) as SmtpServer,
    password: null,
    guard: () => null,
    signal: NEVER,
    closing: NEVER,
    from: 'hostwarden@example.org',
    to: ['a@example.org', 'b@example.org'],
    subject: 'nightly: failed',
    text: 'failed',
    html: '<p>failed</p>',
    messageId: '1.hostwarden@example.org',
    headers: { 'Idempotency-Key': '1' },
    ...signals,
  });

/** A promise, and the function that resolves it. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe('a mail', () => {
  it('is taken with all its recipients, its parts and its id', async () => {
    const server = await startServer();
    expect(await send(server.url)).toEqual({ code: 250, text: '250 taken', rejected: [] });
    expect(server.mails).toMatchObject([
      { from: 'hostwarden@example.org', to: ['a@example.org', 'b@example.org'] },
    ]);
    const text = server.mails[0]?.text ?? '';
    for (const part of [
      'Subject: nightly: failed',
      'Message-ID: <1.hostwarden@example.org>',
      'Idempotency-Key: 1',
      'text/plain',
      'text/html',
    ])
      expect(text).toContain(part);
  });

  it('names the recipients that the server refused, while it took others', async () => {
    const server = await startServer((step, argument) =>
      step === 'RCPT' && argument === 'a@example.org' ? '550 unknown' : undefined,
    );
    expect(await send(server.url)).toMatchObject({ code: 250, rejected: ['a@example.org'] });
    expect(server.mails).toMatchObject([{ to: ['b@example.org'] }]);
  });

  it('is not submitted if all recipients are refused', async () => {
    const server = await startServer((step) => (step === 'RCPT' ? '451 later' : undefined));
    await expect(send(server.url)).rejects.toMatchObject({ responseCode: 451 });
    expect(server.mails).toEqual([]);
  });
});

describe('the end of an attempt', () => {
  it.each(['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA'])(
    'closes the connection of a server that does not answer at %s',
    async (silent) => {
      const reached = gate();
      const server = await startServer((step) => {
        if (step !== silent) return undefined;
        reached.open();
        return new Promise(() => undefined);
      });
      const attempt = new AbortController();
      const result = send(server.url, { signal: attempt.signal });
      await reached.passed;
      const closed = [...server.sockets].map((socket) => once(socket, 'close'));
      attempt.abort(new Error('over'));
      await expect(result).rejects.toThrow('over');
      await Promise.all(closed);
      expect(server.mails).toEqual([]);
    },
  );

  it('waits for the answer to a mail that was submitted', async () => {
    const reached = gate();
    const answer = gate();
    const server = await startServer(async (step) => {
      if (step !== 'end') return undefined;
      reached.open();
      await answer.passed;
      return '250 taken late';
    });
    const attempt = new AbortController();
    const result = send(server.url, { signal: attempt.signal });
    await reached.passed;
    attempt.abort(new Error('over'));
    answer.open();
    expect(await result).toMatchObject({ text: '250 taken late' });
    expect(server.mails).toHaveLength(1);
  });

  it('comes at once when the service closes, also after the mail was submitted', async () => {
    const reached = gate();
    const server = await startServer((step) => {
      if (step !== 'end') return undefined;
      reached.open();
      return new Promise(() => undefined);
    });
    const closing = new AbortController();
    const result = send(server.url, { closing: closing.signal });
    await reached.passed;
    closing.abort(new Error('the service is closing'));
    await expect(result).rejects.toThrow('the service is closing');
  });

  it('comes with the error of a server that closes the connection instead of an answer', async () => {
    const server = await startServer((step) => {
      if (step === 'end') server.close();
      return undefined;
    });
    await expect(send(server.url)).rejects.toThrow();
  });
});
