import { printable } from '../../lib/text.js';
import type { NotificationChannel } from '../../notifications/channels/channels.schemas.js';
import { listAll } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';

/** Finds a notification channel by full name (case-insensitive) or id. Throws CommandError for none. */
export async function lookupChannel(client: Client, text: string): Promise<NotificationChannel> {
  const all = await listAll<NotificationChannel>(client, '/notification-channels');
  const name = text.toLowerCase();
  const found =
    all.find((c) => c.name.toLowerCase() === name) ?? all.find((c) => String(c.id) === text);
  if (found) return found;
  const shown = JSON.stringify(printable(text));
  throw new CommandError(`Unknown channel ${shown}; see "hostwarden channel list"`);
}

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
