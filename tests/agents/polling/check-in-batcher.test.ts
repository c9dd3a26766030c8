import { expect, it } from 'vitest';
import { createAgentStatements } from '../../../src/agents/agents.statements.js';
import { createCheckInBatcher } from '../../../src/agents/polling/check-in-batcher.js';
import { heldClock, testDatabase } from '../../support/database.js';

const YEAR = 366 * 86_400;

it('an agent that a clock a year ahead saw goes offline after the clock was set back', async () => {
  const database = testDatabase();
  const clock = heldClock();
  database.sqlite.exec(`INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at)
    VALUES (1, '10.0.0.1', x'01', 'a', 'a', 0, 0);
    INSERT INTO agents (host_id, os_family, token_sha256) VALUES (1, 'linux', x'01')`);
  const batcher = createCheckInBatcher({
    database,
    statements: createAgentStatements(database.sqlite),
    eventStream: { append: () => undefined },
    clock,
    log: { error: () => undefined, warn: () => undefined } as never,
    reconnectMs: 1000,
  });
  const status = (): unknown => database.sqlite.prepare('SELECT status FROM hosts').pluck().get();
  clock.pass(YEAR);
  await batcher.flush();
  batcher.record(1, null);
  await batcher.flush();
  expect(status()).toBe('online');
  clock.seconds -= YEAR;
  for (let seconds = 0; seconds < 1000; seconds += 20) {
    clock.pass(20);
    await batcher.flush();
  }
  expect(status()).toBe('offline');
});
