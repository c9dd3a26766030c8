import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { startReceiver } from '../support/receiver.js';

const REFUSE = `CREATE TRIGGER refuse BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END`;

describe('without room for the line in the audit log', () => {
  it('a test message is not sent', async () => {
    const receiver = await startReceiver();
    const { call, ctx } = await testApp();
    const channel = { name: 'a', type: 'webhook', format: 'json', url: receiver.url };
    expect((await call('POST', '/notification-channels', channel)).status).toBe(201);
    ctx.database.sqlite.exec(REFUSE);
    expect((await call('POST', '/notification-channels/1/test')).status).toBe(500);
    expect(receiver.requests).toEqual([]);
    ctx.database.sqlite.exec('DROP TRIGGER refuse');
    expect((await call('POST', '/notification-channels/1/test')).status).toBe(200);
    expect(receiver.requests).toHaveLength(1);
    const { body } = await call('GET', '/audit?resource=notification_channel&action=run');
    expect(body).toMatchObject({ data: [{ outcome: 'ok', status: 200, resource_id: '1' }] });
  });

  it('a download of a feed does not start', async () => {
    const receiver = await startReceiver();
    const { call, ctx } = await testApp({ feedAddress: () => `${receiver.url}/kev.json` });
    ctx.database.sqlite.exec(REFUSE);
    expect((await call('POST', '/feeds/kev/update')).status).toBe(500);
    expect(receiver.requests).toEqual([]);
    expect((await call('GET', '/feeds?q=kev')).text).not.toContain('"updating"');
  });
});
