import type { NamedRows } from '../../database/lists/named-list.js';
import { findTakenName } from '../../database/lists/taken-name.js';
import type { Vault } from '../../credentials/vault.js';
import type { Database, Db } from '../../database/database.js';
import { nameTaken, notFound, type FieldError } from '../../errors.js';
import { validationFailed } from '../../http/zod.js';
import type { Clock } from '../../platform/clock.js';
import { openChannel, sealChannel, type ChannelSecrets } from './channel-secrets.js';
import * as repository from './channels.repository.js';
import type { ChannelRow } from './channels.repository.js';
import type { NotificationChannel, ChannelChangeFields, NewChannel } from './channels.schemas.js';

export interface ChannelDeps {
  database: Database;
  clock: Pick<Clock, 'now'>;
  vault: Vault;
}

/** Everything of a channel, opened. It must not reach a response, log or error. */
export interface OpenChannel extends Omit<ChannelRow, 'secret' | 'recipients'> {
  to: string[];
  secrets: ChannelSecrets;
}

export const toOpenChannel = (vault: Vault, row: ChannelRow): OpenChannel => ({
  id: row.id,
  name: row.name,
  type: row.type,
  format: row.format,
  to: JSON.parse(row.recipients) as string[],
  mail_from: row.mail_from,
  enabled: row.enabled,
  created_at: row.created_at,
  updated_at: row.updated_at,
  secrets: openChannel(vault, row),
});

/** @param showsUrl whether the reader may see the whole URL of a webhook */
function present(channel: OpenChannel, showsUrl: boolean): NotificationChannel {
  const { id, name, type, format, to, mail_from, created_at, updated_at, secrets } = channel;
  return {
    id,
    name,
    type,
    format,
    url: secrets.url === null || showsUrl ? secrets.url : `${new URL(secrets.url).origin}/…`,
    to,
    enabled: channel.enabled === 1,
    has_secret: secrets.secret !== null,
    smtp_url: secrets.smtp_url,
    has_smtp_password: secrets.smtp_password !== null,
    mail_from,
    created_at,
    updated_at,
  };
}

export async function listChannels(
  { database: { db }, vault }: ChannelDeps,
  page: NamedRows,
  showsUrl: boolean,
): Promise<{ items: NotificationChannel[]; total: number }> {
  const { items, total } = await repository.selectChannels(db, page);
  return { items: items.map((row) => present(toOpenChannel(vault, row), showsUrl)), total };
}

/** Returns a channel with its secrets. 404 for an unknown id. */
export async function requireChannel(
  { vault }: Pick<ChannelDeps, 'vault'>,
  db: Db,
  id: number,
): Promise<OpenChannel> {
  const row = await repository.findChannel(db, id);
  if (!row) throw notFound('notification channel', id);
  return toOpenChannel(vault, row);
}

/** Returns a channel. 404 for an unknown id. */
export const getChannel = async (
  deps: ChannelDeps,
  id: number,
  showsUrl: boolean,
): Promise<NotificationChannel> =>
  present(await requireChannel(deps, deps.database.db, id), showsUrl);

type ChannelState = Omit<OpenChannel, 'id' | 'created_at' | 'updated_at'>;

/** Returns the fields of a channel after a change. */
function applyChange(before: ChannelState, change: ChannelChangeFields): ChannelState {
  const { secrets } = before;
  const { enabled } = change;
  const pick = <T>(next: T | undefined, old: T): T => (next === undefined ? old : next);
  return {
    name: change.name ?? before.name,
    type: before.type,
    format:
      before.type === 'webhook' ? pick(change.format, before.format) : (change.format ?? null),
    to: change.to ?? before.to,
    enabled: enabled === undefined ? before.enabled : toFlag(enabled),
    mail_from: pick(change.mail_from, before.mail_from),
    secrets: {
      url: pick(change.url, secrets.url),
      secret: pick(change.secret, secrets.secret),
      smtp_url: pick(change.smtp_url, secrets.smtp_url),
      smtp_password: pick(change.smtp_password, secrets.smtp_password),
    },
  };
}

const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Returns what is wrong with the fields of a channel together. */
function findFaults({ type, format, to, mail_from, secrets }: ChannelState): FieldError[] {
  const faults: FieldError[] = [];
  const expect = (ok: boolean, path: string, message: string): void => {
    if (!ok) faults.push({ in: 'body', path, message });
  };
  if (type === 'webhook') {
    expect(secrets.url !== null, '/url', 'is required for a webhook');
    expect(format !== null, '/format', 'is required for a webhook');
    expect(to.length === 0, '/to', 'is for email only');
    expect(secrets.smtp_url === null, '/smtp_url', 'is for email only');
    expect(secrets.smtp_password === null, '/smtp_password', 'is for email only');
    expect(mail_from === null, '/mail_from', 'is for email only');
  } else {
    expect(to.length > 0, '/to', 'is required for email');
    expect(format === null, '/format', 'is for webhooks only');
    expect(secrets.url === null, '/url', 'is for webhooks only');
    expect(secrets.secret === null, '/secret', 'is for webhooks only');
    expect(
      secrets.smtp_password === null || secrets.smtp_url !== null,
      '/smtp_password',
      'needs smtp_url; the password of SMTP_URL is SMTP_PASSWORD',
    );
  }
  return faults;
}

const originOf = (url: string | null): string | null => {
  if (url === null) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

/**
 * Returns what a change would send to another server than the one it was entered for: a secret is required again, or
 * removed, when its URL names another server.
 */
function findMovedSecrets(before: ChannelSecrets, change: ChannelChangeFields): FieldError[] {
  const pairs = [
    ['url', 'secret'],
    ['smtp_url', 'smtp_password'],
  ] as const;
  return pairs.flatMap(([url, secret]): FieldError[] => {
    const next = change[url] === undefined ? before[url] : change[url];
    const isMoved = originOf(next) !== originOf(before[url]);
    if (!isMoved || before[secret] === null || change[secret] !== undefined) return [];
    const message = `is required again, or null, when ${url} names another server`;
    return [{ in: 'body', path: `/${secret}`, message }];
  });
}

function requireSound(state: ChannelState): ChannelState {
  const faults = findFaults(state);
  if (faults.length > 0) throw validationFailed(faults);
  return state;
}

async function requireFreeName(
  db: Db,
  name: string,
  own?: { id: number; name: string },
): Promise<void> {
  const other = await findTakenName(db, 'notification_channels', name, own);
  if (other !== undefined) throw nameTaken('notification channel', other);
}

const toRow = (state: ChannelState, now: number) => ({
  name: state.name,
  type: state.type,
  format: state.format,
  recipients: JSON.stringify(state.to),
  enabled: state.enabled,
  mail_from: state.mail_from,
  updated_at: now,
});

const NOTHING: ChannelSecrets = { url: null, secret: null, smtp_url: null, smtp_password: null };

/** Stores a channel; its secrets are sealed. 400 for fields that do not fit, 409 if the name is taken. */
export async function addChannel(
  deps: ChannelDeps,
  input: NewChannel,
): Promise<NotificationChannel> {
  const { type, name } = input;
  const format = type === 'webhook' ? 'json' : null;
  const blank = {
    name,
    type,
    format,
    to: [],
    enabled: 1,
    mail_from: null,
    secrets: NOTHING,
  } as const;
  const state = requireSound(applyChange({ ...blank, to: [] }, input));
  const now = deps.clock.now();
  const id = await deps.database.db.transaction().execute(async (trx) => {
    await requireFreeName(trx, name);
    const row = await repository.insertChannel(trx, { ...toRow(state, now), created_at: now });
    const secret = sealChannel(deps.vault, row.id, state.secrets);
    await repository.updateChannel(trx, row.id, { secret });
    return row.id;
  });
  return getChannel(deps, id, true);
}

/** Changes a channel. 404 for an unknown id, 400 for fields that do not fit, 409 if the name is taken. */
export async function changeChannel(
  deps: ChannelDeps,
  id: number,
  change: ChannelChangeFields,
): Promise<NotificationChannel> {
  await deps.database.db.transaction().execute(async (trx) => {
    const before = await requireChannel(deps, trx, id);
    const state = requireSound(applyChange(before, change));
    const moved = findMovedSecrets(before.secrets, change);
    if (moved.length > 0) throw validationFailed(moved);
    await requireFreeName(trx, state.name, { id, name: before.name });
    const secret = sealChannel(deps.vault, id, state.secrets);
    await repository.updateChannel(trx, id, { ...toRow(state, deps.clock.now()), secret });
  });
  await deps.database.eraseLog(); // it has the page with the former secrets
  return getChannel(deps, id, true);
}

/** Deletes a channel with its rules and deliveries. 404 for an unknown id. */
export async function deleteChannel(
  { database }: Pick<ChannelDeps, 'database'>,
  id: number,
): Promise<void> {
  if (!(await repository.deleteChannelRow(database.db, id)))
    throw notFound('notification channel', id);
  await database.eraseLog();
}
