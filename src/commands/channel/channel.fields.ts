import type { ChannelType, WebhookFormat } from '../../notifications/events.js';
import { readSecret } from '../input/secret.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';

/** The options that `channel add` and `channel edit` share. Files are paths; `-`: standard input. */
export interface ChannelFieldOptions {
  format?: WebhookFormat;
  webhook?: string;
  webhookFile?: string;
  to?: string[];
  secretFile?: string;
  askSecret?: true;
  smtpUrl?: string;
  smtpPasswordFile?: string;
  askSmtpPassword?: true;
  mailFrom?: string;
}

/** Formats whose URL is all that is needed to write to a chat. */
const SECRET_URLS: ReadonlySet<WebhookFormat> = new Set(['slack', 'mattermost', 'teams']);

/** Reads a secret from its file, or asks for it; undefined: neither was requested. */
async function readRequested(
  file: string | undefined,
  asks: boolean,
  source: { prompt: string; option: string },
  io: Io,
): Promise<string | undefined> {
  if (file === undefined && !asks) return undefined;
  return readSecret({ ...source, ...(file !== undefined && { file }) }, io);
}

/** Hosts of such webhooks, for channels of any format. */
const SECRET_HOSTS = /(?:^|\.)(?:hooks\.slack\.com|webhook\.office\.com|logic\.azure\.com)$/i;

/** Whether a URL is a secret, by its host. */
const isSecretUrl = (url: string): boolean =>
  URL.canParse(url) && SECRET_HOSTS.test(new URL(url).hostname);

/**
 * Refuses a URL on the command line that is a secret. Throws CommandError.
 * @param format of the channel; null: not known
 */
export function requirePublicUrl(
  { webhook }: Pick<ChannelFieldOptions, 'webhook'>,
  format: WebhookFormat | null,
): void {
  if (webhook === undefined) return;
  const isSecret = (format !== null && SECRET_URLS.has(format)) || isSecretUrl(webhook);
  if (!isSecret) return;
  throw new CommandError('The URL of this webhook is a secret: use --webhook-file', 2);
}

/** Only one of several secrets can be read from standard input. */
function requireOneStdin(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === '-').length > 1)
    throw new CommandError('Only one option can read standard input (-)', 2);
}

/**
 * Returns the fields of a request from options. Secrets are read from files, or typed without echo.
 * @param newType of a channel that is created: its URL is asked for unless an option gives it
 */
export async function readChannelFields(
  options: ChannelFieldOptions,
  newType: ChannelType | null,
  io: Io,
): Promise<Record<string, unknown>> {
  const { webhook, webhookFile, secretFile, smtpPasswordFile, format, to, smtpUrl } = options;
  requirePublicUrl(options, format ?? null);
  requireOneStdin([webhookFile, secretFile, smtpPasswordFile]);
  const asksUrl = newType === 'webhook' && webhook === undefined;
  const url =
    webhook ??
    (await readRequested(
      webhookFile,
      asksUrl,
      { prompt: 'URL of the webhook', option: '--webhook-file' },
      io,
    ));
  const secret = await readRequested(
    secretFile,
    options.askSecret === true,
    { prompt: 'Secret', option: '--secret-file' },
    io,
  );
  const smtpPassword = await readRequested(
    smtpPasswordFile,
    options.askSmtpPassword === true,
    { prompt: 'Password of the mail server', option: '--smtp-password-file' },
    io,
  );
  const fields = { format, url, secret, to, smtp_url: smtpUrl, smtp_password: smtpPassword };
  return withoutAbsent({ ...fields, mail_from: options.mailFrom });
}

const withoutAbsent = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
