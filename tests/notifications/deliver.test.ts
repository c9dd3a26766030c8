import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OLD_PACKAGES } from '../reports/report-app.js';
import { startReceiver } from '../support/receiver.js';
import { addOutdatedHost, createNotifyApp } from './notify-app.js';

describe('a webhook of format json', () => {
  it('gets one signed message about the new findings of a task', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    const { host, template } = await addOutdatedHost(app);
    await app.addChannel({ url: `${receiver.url}/hook`, secret: 'shared key' });
    await app.addRule({ events: ['finding.new', 'task.failed'] });
    const task = await app.runTask(template);
    const [request] = await receiver.received(1);
    const [delivery] = await app.settled('sent');
    const body = JSON.parse(request?.body ?? '') as { findings: object[] };
    expect(body).toMatchObject({
      version: 1,
      id: delivery?.id,
      event: 'finding.new',
      events: ['finding.new'],
      template: { id: template, name: 'inventory of all' },
      task: { id: task, status: 'completed', hosts_total: 1 },
      summary: { new: 3, fixed: 0, open: 3 },
      more: 0,
      url: null,
    });
    expect(body.findings).toHaveLength(3);
    expect(body.findings[0]).toMatchObject({ host_id: host, ip: '10.0.0.1' });
    const { 'idempotency-key': key, 'hostwarden-signature': signature = '' } =
      request?.headers ?? {};
    expect(key).toBe(String(delivery?.id));
    const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
    expect(mac).toBe(
      createHmac('sha256', 'shared key').update(`${time}.${request?.body}`).digest('hex'),
    );
    expect(receiver.requests).toHaveLength(1);
    expect(delivery).toMatchObject({ task_id: task, attempts: 1, last_error: null });
  });

  it('gets a message once, although it cannot be recorded for a moment', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    const { template } = await addOutdatedHost(app);
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new'] });
    const { sqlite } = app.ctx.database;
    sqlite.exec(`CREATE TRIGGER full BEFORE UPDATE ON notification_deliveries WHEN new.state = 'sent'
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    await app.runTask(template);
    await receiver.received(1);
    await new Promise((resolve) => setTimeout(resolve, 2_500)); // the next look for messages, twice
    expect((await app.deliveries())[0]?.state).toBe('pending');
    sqlite.exec('DROP TRIGGER full');
    await app.settled('sent');
    expect(receiver.requests).toHaveLength(1);
  });

  it('gets nothing about a task in which nothing happened that its rule wants', async () => {
    const receiver = await startReceiver();
    const app = await createNotifyApp();
    const { host, template } = await addOutdatedHost(app);
    await app.runTask(template);
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new', 'finding.fixed', 'task.failed'] });
    await app.addRule({ events: ['task.incomplete'] });
    await app.importPackages(host, OLD_PACKAGES);
    await app.runTask(template);
    app.network.set('10.0.0.1', 'unreachable');
    await app.runTask(template);
    const [sent] = await app.settled('sent');
    expect(sent).toMatchObject({ event: 'task.failed', task_id: 3 });
    expect(await app.deliveries()).toHaveLength(1);
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      summary: { text: 'inventory of all (TASK-00003): failed' },
      items: [{ event: 'task.failed' }],
    });
  });

  it('is tried again under the same key after an error, and given up after 24 hours', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(500).end('broken');
    const app = await createNotifyApp();
    const { template } = await addOutdatedHost(app);
    await app.addChannel({ url: receiver.url });
    await app.addRule({ events: ['finding.new'] });
    await app.runTask(template);
    const created = app.clock.now();
    await receiver.received(1);
    const waits = [];
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      await receiver.received(attempts);
      await expect.poll(app.deliveries).toMatchObject([{ attempts, state: 'pending' }]);
      const [pending] = await app.deliveries();
      waits.push((pending?.next_attempt_at ?? 0) - app.clock.now());
      app.clock.set(pending?.next_attempt_at ?? 0);
    }
    expect(waits).toEqual([30, 60, 120]);
    await receiver.received(4);
    await expect.poll(app.deliveries).toMatchObject([{ attempts: 4 }]);
    app.clock.set(created + 86_400);
    const [failed] = await app.settled('failed');
    expect(failed).toMatchObject({ attempts: 5, next_attempt_at: null });
    expect(failed?.last_error).toContain('500');
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(
      1,
    );
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
  });
});

describe('POST /notification-channels/{id}/test', () => {
  it('returns what the other side answered, bounded and cleaned', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) =>
      void response.writeHead(202).end(`\u001b[31m${'x'.repeat(9000)}`);
    const app = await createNotifyApp();
    const id = await app.addChannel({ url: receiver.url });
    const result = await app.request<{ answer: string }>(
      200,
      'POST',
      `/notification-channels/${id}/test`,
    );
    expect(result).toMatchObject({ ok: true, status: 202, error: null });
    expect(result.answer).toHaveLength(500);
    expect(result.answer.startsWith('\u00b7[31m')).toBe(true);
    const key = Number(receiver.requests[0]?.headers['idempotency-key']);
    expect(await app.deliveries()).toMatchObject([
      { id: key, event: 'test', state: 'sent', rule_id: null, attempts: 1, last_error: null },
    ]);
  });

  it('is listed as failed, and not repeated, when the other side refuses it', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const app = await createNotifyApp();
    const id = await app.addChannel({ url: receiver.url });
    await app.request(200, 'POST', `/notification-channels/${id}/test`);
    expect(await app.deliveries()).toMatchObject([
      { event: 'test', state: 'failed', next_attempt_at: null, sent_at: null },
    ]);
  });
});
