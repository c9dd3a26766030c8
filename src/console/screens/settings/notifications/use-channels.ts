import { useRead } from '../../../api/read.js';
import type { Api } from '../../../api/shapes.js';

const SHOWN = 200;

/** Returns the first channels, for names and choices; empty until they are loaded. */
export function useChannels(): readonly Api<'NotificationChannel'>[] {
  const { data } = useRead('/notification-channels', { query: { limit: SHOWN } });
  return data?.data ?? [];
}

/** Returns the name of a channel. */
export const channelName = (channels: readonly Api<'NotificationChannel'>[], id: number): string =>
  channels.find((channel) => channel.id === id)?.name ?? `channel ${id}`;
