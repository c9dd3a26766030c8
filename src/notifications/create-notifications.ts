import type { Logger } from 'pino';
import type { ClockWatch } from '../clock/clock-watch.js';
import type { Config } from '../config.js';
import type { Vault } from '../credentials/vault.js';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { FEED_NAMES } from '../feeds/feeds.catalog.js';
import type { Feeds } from '../feeds/feeds.service.js';
import type { FleetReader } from '../fleet/create-fleet.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import { withTimeLimit } from '../lib/abort/time-limit.js';
import type { CloseStack } from '../lib/close-stack.js';
import type { Clock } from '../platform/clock.js';
import type { ReportRenderer } from '../reports/render-worker/pool.js';
import { knownEnds } from '../vulnerabilities/support/feed-ends.js';
import { readSelections } from '../reports/reports.service.js';
import { findChannel } from './channels/channels.repository.js';
import { toOpenChannel, type OpenChannel } from './channels/channels.service.js';
import { createConditionCheck } from './conditions/check-conditions.js';
import type { StaleFeed } from './conditions/find-conditions.js';
import { createMessageGuard } from './delivery/address-policy.js';
import { createDeliveryWorker } from './delivery/delivery-worker.js';
import { sendEmail } from './delivery/send-email.js';
import type { SendOptions, SendResult } from './delivery/send-result.js';
import { sendWebhook } from './delivery/send-webhook.js';
import { makeDigests, type DigestDeps } from './digest/make-digests.js';
import { createReadExploited } from './exploited/read-exploited.js';
import {
  messageUrl,
  testContent,
  type MessageContent,
  type NotificationMessage,
} from './message/message.js';
import {
  createDeliveryStatements,
  type DeliveryStatements,
  type ReadyRow,
} from './outbox/deliveries.statements.js';
import { examineOutbox, type ReadSelections } from './outbox/examine.js';
import { createOutbox, type Outbox } from './outbox/outbox.js';
import { planAgain } from './plan-again.js';
import { createOutboxStatements } from './outbox/outbox.statements.js';

interface NotificationDeps {
  config: Config;
  database: Database;
  knowledge: Pick<Knowledge, 'file' | 'sqlite' | 'feedVersion'>;
  fleet: Pick<FleetReader, 'ask'>;
  renderer: ReportRenderer;
  feeds: Pick<Feeds, 'views'>;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'deletableBefore' | 'onSetBack'>;
  vault: Vault;
  log: Logger;
}

/** The result of an attempt to reach a channel. */
type TestResult = Omit<SendResult, 'retryAfter'>;

/** The messages about what happened. */
export interface Notifications {
  /** is written in the transactions of what is reported */
  outbox: Outbox;
  /** Starts to send messages. */
  begin(): void;
  /** Sends a message to a channel now, once; it is listed as a delivery. */
  sendTest: (channel: OpenChannel) => Promise<TestResult>;
  /** Deletes old messages that were sent or given up; ends early when `shouldStop` returns true. */
  deleteOld: (shouldStop: () => boolean) => Promise<void>;
}

const TEST_MS = 20_000;

/** Creates the outbox and its delivery. `onClose` ends the delivery: attempts in progress have a moment to end. */
export function createNotifications(deps: NotificationDeps, onClose: CloseStack): Notifications {
  const { config, database, clock, vault, log } = deps;
  const now = (): number => clock.now();
  const statements = createDeliveryStatements(database.sqlite);
  const closing = new AbortController();
  const sendTo = createSend(config);
  const outboxStatements = createOutboxStatements(database.sqlite);
  const examine = createExamination(
    deps,
    statements,
    (taskId, selections) => readSelections(deps, deps.renderer, taskId, selections, closing.signal),
    closing.signal,
  );
  const worker = createDeliveryWorker({
    database,
    statements,
    now,
    log,
    examine,
    async send(row, options) {
      const channel = await findChannel(database.db, row.channel_id);
      if (!channel) return null;
      const open = withRecipients(toOpenChannel(vault, channel), row.recipients);
      return sendTo(open, toMessage(config, row), options);
    },
  });
  deps.clockWatch.onSetBack(() => planAgain({ database, now, zone: config.SCHEDULE_TIMEZONE }));
  onClose.add(async () => {
    const closed = worker.close();
    closing.abort(new Error('the service is closing'));
    await closed;
  });
  return {
    outbox: createOutbox(database.sqlite),
    begin: () => {
      worker.begin();
    },
    async sendTest(channel) {
      const content = testContent(channel.name, now());
      const insert = (): number => outboxStatements.insertTest(channel.id, now());
      const id = await writeTransaction(database, insert);
      const message = withIdentity(config, id, content);
      const sent = await withTimeLimit(TEST_MS, closing.signal, ({ signal }) =>
        sendTo(channel, message, { now: now(), signal, closing: signal }),
      );
      await writeTransaction(database, () => {
        outboxStatements.endTest(id, sent, now());
      });
      return { ok: sent.ok, status: sent.status, answer: sent.answer, error: sent.error };
    },
    async deleteOld(shouldStop) {
      const before = deps.clockWatch.deletableBefore(config.EVENT_RETENTION_DAYS);
      while (!shouldStop() && (await database.groupCommit(() => statements.deleteOld(before))));
    },
  };
}

/** Creates the function that makes messages of what happened, and of what time brings. */
function createExamination(
  { config, database, knowledge, clock, fleet, feeds, log }: NotificationDeps,
  statements: DeliveryStatements,
  readDiff: ReadSelections,
  closing: AbortSignal,
): () => Promise<void> {
  const now = (): number => clock.now();
  const insertReady = createInsertReady(database);
  const readExploited = createReadExploited(fleet);
  const checkConditions = createConditionCheck({
    database,
    now,
    staleFeeds: () => listStaleFeeds(feeds),
    releaseEnds: () => knownEnds(knowledge),
  });
  const digests = {
    database,
    now,
    zone: config.SCHEDULE_TIMEZONE,
    readFleet: createReadFleet(fleet),
    insertReady,
  };
  const report = (err: unknown): void => {
    log.error({ err }, 'notifications are delayed; retrying');
  };
  return async () => {
    await examineOutbox({
      database,
      statements,
      now,
      readSelections: readDiff,
      readExploited,
      insertReady,
      closing,
    });
    if (closing.aborted) return;
    await checkConditions().catch(report);
    await makeDigests(digests).catch(report);
  };
}

const listStaleFeeds = (feeds: Pick<Feeds, 'views'>): StaleFeed[] =>
  feeds
    .views(FEED_NAMES)
    .filter(({ needed, stale, version }) => needed && (stale || version === null))
    .map(({ name, data_from: dataFrom }) => ({ name, dataFrom }));

const DIGEST_REMEDIATIONS = 5;

/** The remediations of a rule: those of all hosts, or of its only group. Other hosts are not in its messages. */
function createReadFleet(fleet: Pick<FleetReader, 'ask'>): DigestDeps['readFleet'] {
  return async ({ group_ids: groups, host_ids: hosts, template_ids: templates }) => {
    const { findings } = await fleet.ask('summary', null);
    const isForAll = groups.length + hosts.length + templates.length === 0;
    const isOneGroup = groups.length === 1 && hosts.length + templates.length === 0;
    if (!isForAll && !isOneGroup) return { open: findings.open, remediations: [] };
    const filter = isOneGroup ? { group_id: groups[0] } : {};
    const rows = { limit: DIGEST_REMEDIATIONS, offset: 0 };
    const { items } = await fleet.ask('remediations', { filter, rows });
    return { open: findings.open, remediations: items };
  };
}

type Send = (
  channel: OpenChannel,
  message: NotificationMessage,
  options: SendOptions,
) => Promise<SendResult>;

function createSend(config: Config): Send {
  const guard = createMessageGuard(config.SCAN_ALLOW, config.SCAN_DENY);
  return (channel, message, options) =>
    channel.type === 'webhook'
      ? sendWebhook(channel, message, guard, options)
      : sendEmail(channel, message, { guard, settings: config }, options);
}

const withIdentity = (
  { PUBLIC_URL: publicUrl }: Pick<Config, 'PUBLIC_URL'>,
  id: number,
  content: MessageContent,
): NotificationMessage => ({
  version: 1,
  id,
  ...content,
  url: messageUrl(publicUrl, content.task?.id ?? null),
});

/** Returns a channel for those recipients that a message did not reach yet. @param left JSON; null: all */
function withRecipients(channel: OpenChannel, left: string | null): OpenChannel {
  if (left === null) return channel;
  const wanted = new Set(JSON.parse(left) as string[]);
  return { ...channel, to: channel.to.filter((address) => wanted.has(address)) };
}

const toMessage = (config: Config, { id, message }: ReadyRow): NotificationMessage =>
  withIdentity(config, id, JSON.parse(message) as MessageContent);

/** Returns the function that adds a second message of an examined row. */
function createInsertReady(database: Database) {
  const outbox = createOutboxStatements(database.sqlite);
  const statements = createDeliveryStatements(database.sqlite);
  return (
    { rule_id: ruleId, task_id: taskId }: { rule_id: number | null; task_id: number | null },
    channelId: number,
    content: MessageContent,
    now: number,
  ): void => {
    const { event } = content;
    const row = { channelId, ruleId: ruleId ?? 0, event, taskId, facts: null };
    const id = outbox.insert(row, now);
    statements.setMessage({ id, event, message: JSON.stringify(content), stage: 'ready' }, now);
  };
}
