import type { NotificationChannel } from '../../notifications/channels/channels.schemas.js';
import type { Delivery } from '../../notifications/notifications.table.js';
import { systemClock } from '../../platform/clock.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { withClient } from '../client/client.js';
import { readNameOf, type NameOf } from '../client/names.js';
import { getData, listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printCard, printItems, type Column, type JsonOption } from '../output/items.js';
import { agoText, isoText } from '../output/times.js';
import { lookupChannel } from './channel.lookup.js';

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
export async function channelList(options: ServiceOptions & JsonOption, io: Io): Promise<number> {
  const channels = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    listAll<NotificationChannel>(client, '/notification-channels'),
  );
  printItems(channels, COLUMNS, { json: options.json, none: 'No channels.' }, io);
  return 0;
}

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

/** Prints one notification channel. */
export async function channelShow(
  options: ServiceOptions & JsonOption & { channel: string },
  io: Io,
): Promise<number> {
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupChannel(client, options.channel);
    const channel = await getData<NotificationChannel>(
      client,
      'GET',
      `/notification-channels/${id}`,
    );
    printCard(channel, FIELDS, { json: options.json }, io);
    return 0;
  });
}

const deliveryColumns = (now: number, nameOf: NameOf): Column<Delivery>[] => [
  {
    heading: 'CREATED',
    value: ({ created_at: at }) => isoText(at),
    text: ({ created_at: at }) => agoText(at, now),
  },
  { heading: 'CHANNEL', value: ({ channel_id: id }) => nameOf(id), isFlexible: true },
  { heading: 'EVENT', value: ({ event }) => event },
  { heading: 'TASK', value: ({ task_id: id }) => (id === null ? null : taskNumber(id)) },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'TRIES', value: ({ attempts }) => attempts },
  { heading: 'ERROR', value: ({ last_error: error }) => error, isFlexible: true, isLong: true },
];

interface DeliveriesOptions extends ServiceOptions, JsonOption {
  /** id or name */
  channel?: string;
  state?: Delivery['state'];
  limit: string;
}

/** Lists messages, the newest first. */
export async function channelDeliveries(options: DeliveriesOptions, io: Io): Promise<number> {
  const { channel, state, limit } = options;
  const { found, nameOf } = await withClient(
    { ...options, needsDataDir: true },
    io,
    async (client) => {
      const id = channel === undefined ? null : (await lookupChannel(client, channel)).id;
      const query = new URLSearchParams({
        limit,
        ...(id !== null && { channel_id: String(id) }),
        ...(state !== undefined && { state }),
      });
      const path = `/notification-deliveries?${query.toString()}`;
      return {
        found: await getData<Delivery[]>(client, 'GET', path),
        nameOf: await readNameOf(client, '/notification-channels'),
      };
    },
  );
  printItems(
    found,
    deliveryColumns(systemClock.now(), nameOf),
    { json: options.json, none: 'No deliveries.' },
    io,
  );
  return 0;
}
