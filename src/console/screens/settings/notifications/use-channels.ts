import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { useResource } from '../../../api/resource.js';

const SHOWN = 200;

/** Returns the first channels, for names and choices; empty until they are loaded. */
export function useChannels(): readonly Api<'NotificationChannel'>[] {
  const { data } = useResource('channels', (signal) =>
    unwrap(api.GET('/notification-channels', { params: { query: { limit: SHOWN } }, signal })),
  );
  return data?.data ?? [];
}

/** Returns the name of a channel. */
export const channelName = (channels: readonly Api<'NotificationChannel'>[], id: number): string =>
  channels.find((channel) => channel.id === id)?.name ?? `channel ${id}`;
