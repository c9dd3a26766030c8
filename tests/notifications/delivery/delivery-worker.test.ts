import { expect, it, onTestFinished } from 'vitest';
import { createDeliveryWorker } from '../../../src/notifications/delivery/delivery-worker.js';
import type { SendResult } from '../../../src/notifications/delivery/send-result.js';
import { createDeliveryStatements } from '../../../src/notifications/outbox/deliveries.statements.js';
import { testDatabase } from '../../support/database.js';

const TAKEN: SendResult = { ok: true, status: 250, answer: '', error: null, retryAfter: null };

/** A worker whose messages are answered by the test. `sent`: ids, in the order of their attempts. */
function createWorker(messages: number) {
  const database = testDatabase();
  database.sqlite.exec(`INSERT INTO notification_channels
    (id, name, type, recipients, secret, enabled, created_at, updated_at)
    VALUES (1, 'ops', 'email', '[]', x'', 1, 0, 0)`);
  const insert = database.sqlite.prepare(`INSERT INTO notification_deliveries
    (id, channel_id, event, stage, message, state, attempts, next_attempt_at, created_at)
    VALUES (?, 1, 'test', 'ready', '{}', 'pending', 0, 0, 0)`);
  for (let id = 1; id <= messages; id += 1) insert.run(id);
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
    log: { error: () => undefined, warn: () => undefined },
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
