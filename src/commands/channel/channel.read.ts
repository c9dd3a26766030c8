import type { NotificationChannel } from '../../notifications/channels/channels.schemas.js';
import type { Delivery } from '../../notifications/notifications.table.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { withClient } from '../client/client.js';
import { listing, removingEach, showing, type Options } from '../client/handlers.js';
import { lookupChannel, lookupId } from '../client/lookup.js';
import { readNameOf, type NameOf } from '../client/names.js';
import { getData, listAll, withQuery } from '../client/request.js';
import type { Io } from '../output/io.js';
import { printItems, type Column } from '../output/items.js';
import { agoColumn } from '../output/times.js';

const targetText = ({ type, url, to }: NotificationChannel): string =>
  type === 'webhook' ? (url ?? '') : to.join(', ');

/** The URL is often a secret: a list shows its host. */
const hostText = (channel: NotificationChannel): string =>
  channel.url === null ? targetText(channel) : new URL(channel.url).host;

const COLUMNS: Column<NotificationChannel>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'KIND', value: ({ type, format }) => format ?? type },
  { heading: 'TO', value: hostText, isFlexible: true },
  { heading: 'ENABLED', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
];

/** Lists all notification channels. */
export const channelList = listing(
  (client) => listAll<NotificationChannel>(client, '/notification-channels'),
  COLUMNS,
  'No channels.',
);

const FIELDS: Column<NotificationChannel>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'KIND', value: ({ type, format }) => format ?? type },
  { heading: 'TO', value: targetText },
  { heading: 'ENABLED', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
  { heading: 'SECRET', value: ({ has_secret: isSet }) => (isSet ? 'set' : null) },
  { heading: 'SMTP', value: ({ smtp_url: url }) => url },
  { heading: 'FROM', value: ({ mail_from: from }) => from },
];

const CHANNELS = {
  noun: 'channel',
  path: '/notification-channels',
  lookup: lookupChannel,
} as const;

/** Prints one notification channel. */
export const channelShow = showing(CHANNELS, FIELDS, (found: NotificationChannel) => found);

/** Removes channels with their rules: none if one is unknown; the others if one fails. */
export const channelRemove = removingEach(CHANNELS);

const deliveryColumns = (nameOf: NameOf): Column<Delivery>[] => [
  agoColumn('CREATED', ({ created_at: at }) => at),
  { heading: 'CHANNEL', value: ({ channel_id: id }) => nameOf(id), isFlexible: true },
  { heading: 'EVENT', value: ({ event }) => event },
  { heading: 'TASK', value: ({ task_id: id }) => (id === null ? null : taskNumber(id)) },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'TRIES', value: ({ attempts }) => attempts },
  { heading: 'ERROR', value: ({ last_error: error }) => error, isFlexible: true, isLong: true },
];

type DeliveriesOptions = Options<{
  /** id or name */
  channel?: string;
  state?: Delivery['state'];
  limit: string;
}>;

/** Lists messages, the newest first. */
export async function channelDeliveries(options: DeliveriesOptions, io: Io): Promise<number> {
  const { channel, state, limit, json } = options;
  const { found, nameOf } = await withClient(options, io, async (client) => {
    const channel_id = await lookupId(client, channel, lookupChannel);
    const path = withQuery('/notification-deliveries', { limit, channel_id, state });
    return {
      found: await getData<Delivery[]>(client, 'GET', path),
      nameOf: await readNameOf(client, '/notification-channels'),
    };
  });
  printItems(found, deliveryColumns(nameOf), { json, none: 'No deliveries.' }, io);
  return 0;
}
