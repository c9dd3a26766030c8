import type { Api } from '../../../api/shapes.js';

type Channel = Api<'NotificationChannel'>;
type ChannelChange = Omit<Api<'NewNotificationChannel'>, 'type'>;

export const CHANNEL_FORMATS = ['json', 'slack', 'mattermost', 'teams', 'matrix', 'ntfy'] as const;

/** The form of a channel. Secrets are empty unless they are typed. */
export interface ChannelForm {
  name: string;
  type: Channel['type'];
  format: NonNullable<Channel['format']>;
  url: string;
  secret: string;
  /** recipients, one a line */
  to: string;
  smtp_url: string;
  smtp_password: string;
  mail_from: string;
  enabled: boolean;
}

/** Returns the form of a new channel, or of one that exists. */
export const channelForm = (channel?: Channel): ChannelForm => ({
  name: channel?.name ?? '',
  type: channel?.type ?? 'webhook',
  format: channel?.format ?? 'json',
  url: channel?.url ?? '',
  secret: '',
  to: channel?.to.join('\n') ?? '',
  smtp_url: channel?.smtp_url ?? '',
  smtp_password: '',
  mail_from: channel?.mail_from ?? '',
  enabled: channel?.enabled ?? true,
});

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Returns the change of a channel that a form asks for. Secrets that are empty stay as they are. */
export function channelChange(form: ChannelForm): ChannelChange {
  const { name, type, enabled } = form;
  if (type === 'webhook')
    return {
      name,
      enabled,
      format: form.format,
      url: form.url,
      ...(form.secret !== '' && { secret: form.secret }),
    };
  return {
    name,
    enabled,
    to: form.to.split(/[\s,;]+/).filter((text) => text !== ''),
    smtp_url: orNull(form.smtp_url),
    mail_from: orNull(form.mail_from),
    ...(form.smtp_password !== '' && { smtp_password: form.smtp_password }),
  };
}

/** Returns the request that creates the channel of a form. */
export const newChannel = (form: ChannelForm): Api<'NewNotificationChannel'> => ({
  ...channelChange(form),
  type: form.type,
});
