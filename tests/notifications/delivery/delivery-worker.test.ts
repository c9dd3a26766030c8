import { expect, it, onTestFinished } from 'vitest';
import { createDeliveryWorker } from '../../../src/notifications/delivery/delivery-worker.js';
import type { SendResult } from '../../../src/notifications/delivery/send-result.js';
import { createDeliveryStatements } from '../../../src/notifications/outbox/deliveries.statements.js';
import { createMessageGuard } from '../../../src/notifications/delivery/address-policy.js';
import { sendWebhook } from '../../../src/notifications/delivery/send-webhook.js';
import { testDatabase } from '../../support/database.js';
import { collectOften } from '../../support/garbage.js';
import { startReceiver } from '../../support/receiver.js';
import { message } from '../message/messages.js';

const TAKEN: SendResult = { ok: true, status: 250, answer: '', error: null, retryAfter: null };

const NO_LOG = { error: () => undefined, warn: () => undefined };

/** A database with a channel and its messages, all due. */
function databaseOf(messages: number) {
  const database = testDatabase();
  database.sqlite.exec(`INSERT INTO notification_channels
    (id, name, type, recipients, secret, enabled, created_at, updated_at)
    VALUES (1, 'ops', 'email', '[]', x'', 1, 0, 0)`);
  const insert = database.sqlite.prepare(`INSERT INTO notification_deliveries
    (id, channel_id, event, stage, message, state, attempts, next_attempt_at, created_at)
    VALUES (?, 1, 'test', 'ready', '{}', 'pending', 0, 0, 0)`);
  for (let id = 1; id <= messages; id += 1) insert.run(id);
  return database;
}

/** A worker whose messages are answered by the test. `sent`: ids, in the order of their attempts. */
function createWorker(messages: number) {
  const database = databaseOf(messages);
  const sent: number[] = [];
  const answers = new Map<number, (result: SendResult) => void>();
  const worker = createDeliveryWorker({
    database,
    statements: createDeliveryStatements(database.sqlite),
    send: (row, { closing }) =>
      new Promise((resolve) => {
        sent.push(row.id);
        answers.set(row.id, resolve);
        closing.addEventListener('abort', () => {
          resolve({ ...TAKEN, ok: false });
        });
      }),
    examine: () => Promise.resolve(),
    now: () => 1_000_000,
    log: NO_LOG,
    patienceMs: 1,
  });
  const states = database.sqlite
    .prepare('SELECT state FROM notification_deliveries ORDER BY id')
    .pluck();
  onTestFinished(() => worker.close());
  return { worker, sent, answers, states: () => states.all() };
}

it('sends the next messages while a mail that was submitted waits for its answer, up to four', async () => {
  const { worker, sent, answers, states } = createWorker(6);
  worker.begin();
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual([1, 2, 3, 4]);
  answers.get(2)?.(TAKEN);
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual([1, 2, 3, 4, 5]);
  expect(states()).toEqual(['pending', 'sent', 'pending', 'pending', 'pending', 'pending']);
  for (const id of [1, 3, 4, 5]) answers.get(id)?.(TAKEN);
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual([1, 2, 3, 4, 5, 6]);
  answers.get(6)?.(TAKEN);
  await expect.poll(states, { timeout: 10_000 }).toEqual(Array.from({ length: 6 }, () => 'sent'));
});

it('ends each attempt at a receiver that never answers, while garbage is collected', async () => {
  onTestFinished(collectOften());
  const receiver = await startReceiver();
  receiver.answer = () => undefined;
  const database = databaseOf(6);
  const secrets = { url: receiver.url, secret: null, smtp_url: null, smtp_password: null };
  const worker = createDeliveryWorker({
    database,
    statements: createDeliveryStatements(database.sqlite),
    send: (_row, options) =>
      sendWebhook({ format: 'json', secrets }, message(), createMessageGuard([], []), options),
    examine: () => Promise.resolve(),
    now: () => 1_000_000,
    log: NO_LOG,
    patienceMs: 100,
  });
  onTestFinished(() => worker.close());
  worker.begin();
  const attempts = database.sqlite
    .prepare('SELECT attempts, last_error FROM notification_deliveries')
    .raw();
  const ended = Array.from({ length: 6 }, () => [1, 'There was no answer in time.']);
  await expect.poll(() => attempts.all(), { timeout: 20_000 }).toEqual(ended);
});
