import { describe, expect, it } from 'vitest';
import type { NotificationMessage } from '../../src/notifications/message/message.js';
import { OPENSSH } from '../reports/report-app.js';
import { startReceiver } from '../support/receiver.js';
import { service } from '../support/services.js';
import { createNotifyApp } from './notify-app.js';

async function setUp(rule: object) {
  const receiver = await startReceiver();
  const app = await createNotifyApp();
  const first = await app.addHost('10.0.0.1');
  const second = await app.addHost('10.0.0.2');
  const scan = { services: [OPENSSH] };
  for (const ip of ['10.0.0.1', '10.0.0.2']) app.network.set(ip, scan);
  const template = await app.addTemplate('pentest', [first, second]);
  await app.addChannel({ url: receiver.url });
  await app.addRule(rule);
  const messages = async (count: number): Promise<NotificationMessage[]> => {
    await app.settled('sent', count);
    return receiver.requests.map(({ body }) => JSON.parse(body) as NotificationMessage);
  };
  return { app, receiver, first, second, template, messages };
}

describe('events of tasks', () => {
  it('an opened port is reported, but not the ports of the first task', async () => {
    const { app, template, messages } = await setUp({ events: ['port.opened'] });
    await app.runTask(template);
    app.network.set('10.0.0.2', { services: [OPENSSH, service(80, { service: 'http' })] });
    await app.runTask(template);
    const [message, ...others] = await messages(1);
    expect(message).toMatchObject({
      event: 'port.opened',
      task: { id: 2 },
      summary: { items: 1 },
      items: [{ text: '80/tcp (http) on host 10.0.0.2 (10.0.0.2)', host_id: 2 }],
    });
    expect(others).toEqual([]);
  });

  it('a host is reported once when it becomes unreachable, and the task as incomplete each time', async () => {
    const events = ['host.unreachable', 'task.incomplete'];
    const { app, template, messages } = await setUp({ events });
    await app.runTask(template);
    app.network.set('10.0.0.2', 'unreachable');
    await app.runTask(template);
    await app.runTask(template);
    const received = await messages(2);
    expect(received.map((message) => message.events)).toEqual([
      ['task.incomplete', 'host.unreachable'].toSorted(),
      ['task.incomplete'],
    ]);
    expect(received[0]?.items[0]).toMatchObject({ event: 'host.unreachable', ip: '10.0.0.2' });
  });

  it('a rule for a group reports its hosts only, and no task without them', async () => {
    const { app, first, second, messages } = await setUp({ events: ['finding.new'] });
    await app.request(201, 'POST', '/groups', { name: 'servers', host_ids: [second] });
    await app.request(200, 'PUT', '/notification-rules/1', {
      events: ['port.opened', 'task.failed'],
      group_ids: [1],
    });
    const both = await app.addTemplate('pentest', [first, second]);
    const other = await app.addTemplate('pentest', [first]);
    for (const template of [both, other]) await app.runTask(template);
    const open = { services: [OPENSSH, service(80)] };
    for (const ip of ['10.0.0.1', '10.0.0.2']) app.network.set(ip, open);
    for (const template of [other, both]) await app.runTask(template);
    const received = await messages(1);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ template: { id: both }, items: [{ host_id: second }] });
  });

  it('a rule for a template reports no other template', async () => {
    const { app, template, first, messages } = await setUp({ events: ['task.failed'] });
    await app.request(200, 'PUT', '/notification-rules/1', { template_ids: [template] });
    const other = await app.addTemplate('pentest', [first]);
    for (const ip of ['10.0.0.1', '10.0.0.2']) app.network.set(ip, 'unreachable');
    await app.runTask(other);
    await app.runTask(template);
    expect(await messages(1)).toMatchObject([{ template: { id: template } }]);
  });
});

describe('delivery', () => {
  it('a receiver that never answers delays no other one', async () => {
    const { app, receiver, template } = await setUp({ events: ['task.failed'] });
    receiver.answer = () => undefined;
    const other = await startReceiver();
    const id = await app.addChannel({ name: 'other', url: other.url });
    await app.addRule({ channel_id: id, events: ['task.failed'] });
    for (const ip of ['10.0.0.1', '10.0.0.2']) app.network.set(ip, 'unreachable');
    for (let n = 0; n < 3; n += 1) await app.runTask(template);
    await other.received(3);
    const bodies = other.requests.map(({ body }) => JSON.parse(body) as NotificationMessage);
    expect(bodies.map(({ task }) => task?.id)).toEqual([1, 2, 3]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('a disabled channel gets nothing, and what waited is sent when it is enabled', async () => {
    const { app, receiver, template, messages } = await setUp({ events: ['task.failed'] });
    for (const ip of ['10.0.0.1', '10.0.0.2']) app.network.set(ip, 'unreachable');
    receiver.answer = (response) => void response.writeHead(503).end();
    await app.runTask(template);
    await receiver.received(1);
    await expect.poll(app.deliveries).toMatchObject([{ attempts: 1 }]);
    await app.request(200, 'PUT', '/notification-channels/1', { enabled: false });
    receiver.answer = (response) => void response.end();
    await app.runTask(template);
    app.clock.advance(60);
    await app.request(200, 'PUT', '/notification-channels/1', { enabled: true });
    expect(await messages(1)).toMatchObject([{ task: { id: 1 } }, { task: { id: 1 } }]);
  });
});

describe('schedules', () => {
  it('a start that was missed is reported in the transaction that records it', async () => {
    const { app, first, messages } = await setUp({ events: ['schedule.missed'] });
    const now = app.clock.now();
    await app.request(201, 'POST', '/api/v1/templates', {
      name: 'nightly',
      type: 'pentest',
      hosts: [first],
      enabled: true,
      schedule: { type: 1, recurrence: 1, startTime: now + 60, endTime: now + 121 },
    });
    app.clock.advance(4 * 86_400);
    const [message] = await messages(1);
    expect(message).toMatchObject({ event: 'schedule.missed', task: null, summary: { items: 1 } });
    expect(message?.items[0]?.text).toContain('nightly at ');
  });

  it('a start that was missed is reported to rules of the hosts of its template only', async () => {
    const { app, first, second, messages } = await setUp({ events: ['schedule.missed'] });
    await app.request(201, 'POST', '/groups', { name: 'servers', host_ids: [first] });
    await app.request(200, 'PUT', '/notification-rules/1', { host_ids: [second] });
    await app.addRule({ events: ['schedule.missed'], group_ids: [1] });
    await app.addRule({ events: ['schedule.missed'], host_ids: [first] });
    const now = app.clock.now();
    await app.request(201, 'POST', '/api/v1/templates', {
      name: 'nightly',
      type: 'pentest',
      hosts: [],
      groups: [1],
      enabled: true,
      schedule: { type: 1, recurrence: 1, startTime: now + 60, endTime: now + 121 },
    });
    app.clock.advance(4 * 86_400);
    await messages(2);
    const sent = await app.settled('sent', 2);
    expect(new Set(sent.map(({ rule_id: id }) => id))).toEqual(new Set([2, 3]));
  });
});
