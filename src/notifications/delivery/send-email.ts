import type { Config } from '../../config.js';
import type { OpenChannel } from '../channels/channels.service.js';
import { renderMail } from '../message/formats/email.js';
import type { NotificationMessage } from '../message/message.js';
import { renderText } from '../message/message-text.js';
import type { AddressGuard } from '../../platform/net/address-guard.js';
import { parseSmtpUrl, type SmtpServer } from '../../platform/smtp/smtp-url.js';
import { toLine } from '../message/phrases.js';
import { explainFailure, shownAnswer, type SendOptions, type SendResult } from './send-result.js';

/** The settings of email for channels without their own. */
export type MailSettings = Pick<Config, 'SMTP_URL' | 'SMTP_PASSWORD' | 'MAIL_FROM'>;

interface Login {
  server: SmtpServer;
  password: string | null;
  from: string;
}

/** Delivers a message by email. Never rejects. */
export async function sendEmail(
  channel: OpenChannel,
  message: NotificationMessage,
  { guard, settings }: { guard: AddressGuard; settings: MailSettings },
  { signal, closing, onAccepted }: SendOptions,
): Promise<SendResult> {
  const login = findLogin(channel, settings);
  if (typeof login === 'string')
    return { ok: false, status: null, answer: null, error: login, retryAfter: null };
  try {
    const key = String(message.id);
    // Loaded on demand: many services send no mail.
    const { sendMail } = await import('../../platform/smtp/send-mail.js');
    const { code, text, rejected } = await sendMail({
      ...login,
      guard,
      signal,
      closing,
      to: channel.to,
      ...renderMail(renderText(message)),
      messageId: `${key}.hostwarden@${login.from.slice(login.from.lastIndexOf('@') + 1)}`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Idempotency-Key': key },
    });
    const refused = rejected.map((address) => toLine(address)).join(', ');
    const error = refused === '' ? null : `The mail server refused ${refused}.`;
    onAccepted?.(rejected, error);
    const answer = shownAnswer(text);
    return { ok: true, status: code, answer, error, retryAfter: null, left: rejected };
  } catch (error) {
    return explainFailure(error);
  }
}

/** Returns how to log in for a channel, or what is missing. */
function findLogin({ secrets, mail_from }: OpenChannel, settings: MailSettings): Login | string {
  const url = secrets.smtp_url ?? settings.SMTP_URL;
  const server = url === undefined ? null : parseSmtpUrl(url);
  if (server === null)
    return 'There is no mail server: set SMTP_URL, or the smtp_url of the channel.';
  const from = mail_from ?? settings.MAIL_FROM;
  if (from === undefined)
    return 'There is no sender: set MAIL_FROM, or the mail_from of the channel.';
  const shared = settings.SMTP_PASSWORD ?? null;
  return { server, from, password: secrets.smtp_url === null ? shared : secrets.smtp_password };
}
