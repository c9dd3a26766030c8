import { describe, expect, it } from 'vitest';
import { nextDigest } from '../../src/notifications/digest/digest-times.js';
import type { NotificationMessage } from '../../src/notifications/message/message.js';
import { OLD_PACKAGES } from '../reports/report-app.js';
import { startReceiver, type ReceivedRequest } from '../support/receiver.js';
import { createDeliveryStatements } from '../../src/notifications/outbox/deliveries.statements.js';
import { addOutdatedHost, createNotifyApp, type NotifyApp } from './notify-app.js';

const unix = (text: string): number => Date.parse(text) / 1000;

describe('nextDigest', () => {
  it.each([
    ['daily', '2026-01-01T07:59:59Z', 'UTC', '2026-01-01T08:00:00Z'],
    ['daily', '2026-01-01T08:00:00Z', 'UTC', '2026-01-02T08:00:00Z'],
    ['daily', '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
    ['daily', '2026-06-01T00:00:00Z', 'America/New_York', '2026-06-01T12:00:00Z'],
    ['weekly', '2026-01-01T00:00:00Z', 'UTC', '2026-01-05T08:00:00Z'],
    ['weekly', '2026-01-05T07:00:00Z', 'UTC', '2026-01-05T08:00:00Z'],
    ['weekly', '2026-01-05T08:00:00Z', 'UTC', '2026-01-12T08:00:00Z'],
  ] as const)('the next %s digest after %s in %s is at %s', (digest, now, zone, expected) => {
    expect(nextDigest(digest, unix(now), zone)).toBe(unix(expected));
  });
});

const bodyOf = (request: ReceivedRequest | undefined): NotificationMessage =>
  JSON.parse(request?.body ?? '') as NotificationMessage;

describe('a rule with a digest', () => {
  it('gathers the messages of a day into one, and sends one also when nothing happened', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    const { host, template } = await addOutdatedHost(app);
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new', 'finding.fixed', 'task.failed'], digest: 'daily' });
    await app.runTask(template);
    await app.importPackages(host, { ...OLD_PACKAGES, bash: '5.2' });
    await app.runTask(template);
    app.network.set('10.0.0.1', 'unreachable');
    await app.runTask(template);
    const sqlite = app.ctx.database.sqlite;
    const held = sqlite.prepare(
      "SELECT count(*) FROM notification_deliveries WHERE stage = 'held'",
    );
    await expect.poll(() => held.pluck().get()).toBe(3);
    expect(await app.deliveries()).toEqual([]);
    const rule = await app.request<{ next_digest_at: number }>(200, 'GET', '/notification-rules/1');
    app.clock.set(rule.next_digest_at);
    await receiver.received(1);
    expect(bodyOf(receiver.requests[0])).toMatchObject({
      event: 'digest',
      events: ['finding.new', 'task.failed', 'finding.fixed'],
      template: null,
      summary: { new: 3, fixed: 1, open: 2, items: 1 },
      items: [{ event: 'task.failed' }],
      remediations: [{ host_id: host }, { host_id: host }],
    });
    app.clock.advance(86_400);
    await receiver.received(2);
    expect(bodyOf(receiver.requests[1])).toMatchObject({
      event: 'digest',
      events: [],
      summary: { new: 0, fixed: 0, open: 2 },
    });
    expect(await app.settled('sent', 2)).toMatchObject([{ event: 'digest' }, { event: 'digest' }]);
  });

  it('names no action on hosts that are not those of the rule', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    await addOutdatedHost(app);
    const other = await app.addHost('10.0.0.2');
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new'], host_ids: [other], digest: 'daily' });
    app.clock.advance(86_400);
    await receiver.received(1);
    expect(bodyOf(receiver.requests[0])).toMatchObject({ event: 'digest', remediations: [] });
  });

  it('sends known exploited findings at once, and again in the digest', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    const { template } = await addOutdatedHost(app);
    await app.request(200, 'PUT', '/feeds/kev', {
      catalogVersion: '2026.01.01',
      dateReleased: '2026-01-01T00:00:00.000Z',
      count: 1,
      vulnerabilities: [
        { cveID: 'CVE-2024-3', dateAdded: '2026-01-01', knownRansomwareCampaignUse: 'Unknown' },
      ],
    });
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new'], severity: 'critical', digest: 'weekly' });
    await app.addRule({ events: ['finding.new'], digest: 'weekly' });
    await app.runTask(template);
    await receiver.received(2);
    for (const request of receiver.requests)
      expect(bodyOf(request)).toMatchObject({
        event: 'finding.new',
        summary: { new: 1, known_exploited: 1 },
        findings: [{ vulnerability_id: 'CVE-2024-3', known_exploited: true }],
      });
    const held = app.ctx.database.sqlite
      .prepare(
        "SELECT message ->> '$.summary.new' FROM notification_deliveries WHERE stage = 'held'",
      )
      .pluck();
    expect(held.all().sort()).toEqual([1, 3]);
  });
});

describe('an open finding that becomes known exploited', () => {
  it('is sent at once, together with others of the same update, and only for hosts of the rule', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    const { host, template } = await addOutdatedHost(app);
    await app.runTask(template);
    const other = await app.addHost('10.0.0.2');
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new'], severity: 'critical', digest: 'weekly' });
    await app.addRule({ events: ['finding.new'], host_ids: [other] });
    await app.addRule({ events: ['task.failed'] });
    await app.addRule({ events: ['finding.new'], template_ids: [template] });
    await app.addRule({ events: ['finding.new'], template_ids: [template], host_ids: [other] });
    const entry = { dateAdded: '2026-01-01', knownRansomwareCampaignUse: 'Unknown' };
    await app.request(200, 'PUT', '/feeds/kev', {
      catalogVersion: '2026.01.01',
      dateReleased: '2026-01-01T00:00:00.000Z',
      count: 2,
      vulnerabilities: [
        { cveID: 'CVE-2024-3', ...entry },
        { cveID: 'CVE-2024-2', ...entry },
      ],
    });
    const unread = app.ctx.database.sqlite
      .prepare("SELECT rule_id, facts ->> '$.vulnerabilities' AS ids FROM notification_deliveries")
      .all();
    expect(unread).toMatchObject([1, 2, 4, 5].map((id) => ({ rule_id: id })));
    app.clock.advance(60);
    await receiver.received(2);
    expect(bodyOf(receiver.requests[0])).toMatchObject({
      event: 'finding.new',
      task: null,
      summary: { new: 2, known_exploited: 2 },
      findings: [
        { host_id: host, known_exploited: true },
        { host_id: host, known_exploited: true },
      ],
      more: 0,
    });
    await app.settled('sent', 2);
    await expect.poll(app.deliveries, { timeout: 10_000 }).toHaveLength(2);
    const rules = (await app.deliveries()).map(({ rule_id: id }) => id);
    expect(new Set(rules)).toEqual(new Set([1, 4]));
  });
});

describe('a digest that ends', () => {
  const rows = (app: NotifyApp) =>
    app.ctx.database.sqlite
      .prepare('SELECT channel_id, stage, state, event FROM notification_deliveries ORDER BY id')
      .all();

  /** Runs a task whose message waits for the digest of a rule. */
  async function holdMessage(app: NotifyApp): Promise<void> {
    const { template } = await addOutdatedHost(app);
    await app.addRule({ events: ['finding.new'], digest: 'weekly' });
    await app.runTask(template);
    await expect.poll(() => rows(app), { timeout: 10_000 }).toMatchObject([{ stage: 'held' }]);
  }

  it('is sent once more, at once, when it is switched off', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    await app.addChannel({ url: receiver.url });
    await holdMessage(app);
    await app.request(200, 'PUT', '/notification-rules/1', { digest: null });
    await receiver.received(1);
    expect(bodyOf(receiver.requests[0])).toMatchObject({
      event: 'digest',
      summary: { text: expect.stringMatching(/^Last digest: 3 new findings/) as string, new: 3 },
    });
    await app.settled('sent');
    expect(rows(app)).toMatchObject([{ stage: 'ready', state: 'sent', event: 'digest' }]);
    const rule = await app.request<object>(200, 'GET', '/notification-rules/1');
    expect(rule).toMatchObject({ digest: null, next_digest_at: null });
  });

  it('is given up, with the reason, when its rule is deleted', async () => {
    const app = await createNotifyApp();
    await app.addChannel({ url: 'http://127.0.0.1:1/' });
    await holdMessage(app);
    await app.request(204, 'DELETE', '/notification-rules/1');
    expect(await app.deliveries()).toMatchObject([
      {
        state: 'failed',
        event: 'finding.new',
        last_error: expect.stringContaining('rule') as string,
      },
    ]);
  });

  it('goes with its rule to another channel, also when the former one is deleted', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    await app.addChannel({ url: 'http://127.0.0.1:1/' });
    await app.addChannel({ url: receiver.url, name: 'other' });
    await holdMessage(app);
    await app.request(200, 'PUT', '/notification-rules/1', { channel_id: 2 });
    await app.request(204, 'DELETE', '/notification-channels/1');
    app.clock.advance(7 * 86_400);
    await receiver.received(1);
    expect(bodyOf(receiver.requests[0])).toMatchObject({ event: 'digest', summary: { new: 3 } });
  });

  it('has no row that is left when its task is examined after it was switched off', async () => {
    const app = await createNotifyApp();
    await app.addChannel({ url: 'http://127.0.0.1:1/', enabled: false });
    await app.addRule({ events: ['finding.new'] });
    const { sqlite } = app.ctx.database;
    sqlite.exec(`INSERT INTO notification_deliveries
      (id, channel_id, rule_id, event, stage, state, attempts, next_attempt_at, created_at)
      VALUES (1, 1, 1, 'finding.new', 'examine', 'pending', 0, 9999999999, 0)`);
    const message = { id: 1, event: 'finding.new', message: '{}', stage: 'held' } as const;
    createDeliveryStatements(sqlite).setMessage(message, 5);
    expect(rows(app)).toMatchObject([{ stage: 'ready' }]);
  });
});
