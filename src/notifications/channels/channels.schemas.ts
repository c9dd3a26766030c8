import { z } from 'zod';
import { Name, Timestamp } from '../../http/common.js';
import { isMailAddress } from '../../platform/smtp/mail-address.js';
import { parseSmtpUrl } from '../../platform/smtp/smtp-url.js';
import { CHANNEL_TYPES, WEBHOOK_FORMATS } from '../events.js';

const MAX_URL = 2000;
const MAX_SECRET = 4096;
const MAX_RECIPIENTS = 50;

const isWebhookUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

const WebhookUrl = z
  .string()
  .max(MAX_URL, `must be at most ${MAX_URL} characters`)
  .refine(isWebhookUrl, 'must be a URL like https://chat.example.org/hooks/1, without a login')
  .refine((text) => !/[\p{Cc}\s]/u.test(text), 'must not contain spaces or control characters');
const MailAddress = z.string().refine(isMailAddress, 'must be a mail address like ops@example.org');
const Secret = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_SECRET, `must be at most ${MAX_SECRET} characters`)
  .refine((s) => !/[\0\r\n]/.test(s), 'must not contain NUL or line breaks')
  .refine((s) => s.isWellFormed(), 'must be well-formed Unicode');
const SmtpUrl = z
  .string()
  .max(MAX_URL, `must be at most ${MAX_URL} characters`)
  .refine(
    (text) => parseSmtpUrl(text) !== null,
    'must be a URL like smtps://user@mail.example.org:465, without a password',
  );

const example = {
  id: 1,
  name: 'ops chat',
  type: 'webhook' as const,
  format: 'slack' as const,
  url: 'https://chat.example.org/hooks/1',
  to: [],
  enabled: true,
  has_secret: false,
  smtp_url: null,
  has_smtp_password: false,
  mail_from: null,
  created_at: 1_790_000_000,
  updated_at: 1_790_000_000,
};

export const ChannelResponse = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.enum(CHANNEL_TYPES),
    format: z.enum(WEBHOOK_FORMATS).nullable().meta({ description: 'null: email' }),
    url: z.string().nullable().meta({
      description: 'of a webhook; only admins see what follows the host, which is often a secret',
    }),
    to: z.array(z.string()).meta({ description: 'recipients of email' }),
    enabled: z.boolean(),
    has_secret: z.boolean(),
    smtp_url: z.string().nullable().meta({ description: 'null: SMTP_URL' }),
    has_smtp_password: z.boolean(),
    mail_from: z.string().nullable().meta({ description: 'null: MAIL_FROM' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'NotificationChannel', examples: [example] });
export type NotificationChannel = z.infer<typeof ChannelResponse>;

const settings = {
  format: z.enum(WEBHOOK_FORMATS).nullable().optional().meta({
    description: 'of a webhook; default: json',
  }),
  url: WebhookUrl.nullable().optional().meta({ description: 'of a webhook: required' }),
  to: z
    .array(MailAddress)
    .max(MAX_RECIPIENTS, `must be at most ${MAX_RECIPIENTS} addresses`)
    .optional()
    .meta({ description: 'of email: required' }),
  enabled: z.boolean().optional(),
  secret: Secret.nullable().optional().meta({
    description:
      'of a webhook, write-only: the key of `Hostwarden-Signature`; for matrix and ntfy the access token',
  }),
  smtp_url: SmtpUrl.nullable().optional().meta({ description: 'of email; null: SMTP_URL' }),
  smtp_password: Secret.nullable().optional().meta({
    description: 'of email, write-only; used with `smtp_url`',
  }),
  mail_from: MailAddress.nullable().optional().meta({ description: 'null: MAIL_FROM' }),
};

export const ChannelRequest = z
  .strictObject({ name: Name, type: z.enum(CHANNEL_TYPES), ...settings })
  .meta({
    id: 'NewNotificationChannel',
    examples: [
      {
        name: 'ops chat',
        type: 'webhook',
        format: 'slack',
        url: 'https://chat.example.org/hooks/1',
      },
      { name: 'ops mail', type: 'email', to: ['ops@example.org'] },
    ],
  });
export type NewChannel = z.infer<typeof ChannelRequest>;

export const ChannelChange = z.strictObject({ name: Name.optional(), ...settings }).meta({
  id: 'NotificationChannelChange',
  description: 'Absent fields stay; null removes.',
  examples: [{ enabled: false }],
});
export type ChannelChangeFields = z.infer<typeof ChannelChange>;

export const ChannelTestResponse = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable().meta({ description: 'HTTP status, or code of the SMTP reply' }),
    answer: z.string().nullable().meta({
      description: 'the first 500 characters that the other side answered, cleaned',
    }),
    error: z.string().nullable(),
  })
  .meta({
    id: 'NotificationTest',
    examples: [{ ok: true, status: 200, answer: 'ok', error: null }],
  });
