import type { NotificationChannel } from '../../notifications/channels/channels.schemas.js';
import { lookupListed } from '../client/lookup.js';
import type { Client } from '../client/types.js';

/** Finds a notification channel by id or full name: the exact one, else in any case. Errors as in `lookupListed`. */
export const lookupChannel = (client: Client, text: string): Promise<NotificationChannel> =>
  lookupListed<NotificationChannel>(client, text, {
    path: '/notification-channels',
    one: 'channel',
  });

/** Finds each of these channels once. Errors as in `lookupChannel`. */
export async function lookupChannels(
  client: Client,
  texts: readonly string[],
): Promise<NotificationChannel[]> {
  const found = new Map<number, NotificationChannel>();
  for (const text of texts) {
    const channel = await lookupChannel(client, text);
    found.set(channel.id, channel);
  }
  return [...found.values()];
}
