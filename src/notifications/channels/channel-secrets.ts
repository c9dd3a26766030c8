import type { Vault } from '../../credentials/vault.js';

/** The sealed fields of a channel. The URL of a webhook is often all that is needed to write to a chat. */
export interface ChannelSecrets {
  url: string | null;
  secret: string | null;
  smtp_url: string | null;
  smtp_password: string | null;
}

/** Returns the binding of a channel's secrets. */
export const channelBinding = (id: number): string => `notification_channel:${id}`;

export const sealChannel = (vault: Vault, id: number, secrets: ChannelSecrets): Buffer =>
  vault.seal(JSON.stringify(secrets), channelBinding(id));

export const openChannel = (
  vault: Vault,
  { id, secret }: { id: number; secret: Uint8Array },
): ChannelSecrets => JSON.parse(vault.open(secret, channelBinding(id))) as ChannelSecrets;
