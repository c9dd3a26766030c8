import { describe, expect, it } from 'vitest';
import type { OpenChannel } from '../../../src/notifications/channels/channels.service.js';
import { createMessageGuard } from '../../../src/notifications/delivery/address-policy.js';
import { sendWebhook } from '../../../src/notifications/delivery/send-webhook.js';
import { parseCidr } from '../../../src/platform/net/address-guard.js';
import { startReceiver } from '../../support/receiver.js';
import { tcpServer } from '../../support/tcp-server.js';
import { message } from '../message/messages.js';

const channelTo = (url: string): OpenChannel => ({
  id: 1,
  name: 'ops',
  type: 'webhook',
  format: 'json',
  to: [],
  mail_from: null,
  enabled: 1,
  created_at: 1,
  updated_at: 1,
  secrets: { url, secret: null, smtp_url: null, smtp_password: null },
});

const ANY = createMessageGuard([], []);

const send = (url: string, guard = ANY, signal = AbortSignal.timeout(5000)) =>
  sendWebhook(channelTo(url), message(), guard, { now: 1, signal, closing: signal });

describe('a webhook', () => {
  it.each([200, 201, 204, 299])('with status %i was taken', async (status) => {
    const receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(status).end();
    expect(await send(receiver.url)).toMatchObject({ ok: true, status, error: null });
  });

  it.each([400, 404, 429, 500, 503])('with status %i was not taken', async (status) => {
    const receiver = await startReceiver();
    receiver.answer = (response) =>
      void response.writeHead(status, { 'retry-after': '120' }).end('why');
    expect(await send(receiver.url)).toMatchObject({
      ok: false,
      status,
      answer: 'why',
      retryAfter: 120,
    });
  });

  it('does not follow a redirect, neither to another host nor on the same one', async () => {
    const receiver = await startReceiver();
    const other = await startReceiver();
    for (const location of [other.url, '/elsewhere', 'http://169.254.169.254/']) {
      receiver.answer = (response) => void response.writeHead(307, { location }).end();
      const result = await send(receiver.url);
      expect(result).toMatchObject({ ok: false, status: 307 });
      expect(result.error).toContain('Redirects are not followed');
      expect(result.error).not.toContain('169.254');
    }
    expect([receiver.requests.length, other.requests.length]).toEqual([3, 0]);
  });

  it('that never answers ends with the attempt', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => undefined;
    expect(await send(receiver.url, ANY, AbortSignal.timeout(200))).toMatchObject({
      ok: false,
      status: null,
      error: 'There was no answer in time.',
    });
  });

  it('that upgrades the connection has not answered', async () => {
    const { ip, port } = await tcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
      });
    });
    const result = await send(`http://${ip}:${port}/`);
    expect(result).toMatchObject({ ok: false, status: null });
  });

  it('that answers without end was taken by its status, and the beginning is shown', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('z'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    const result = await send(receiver.url);
    expect(result).toMatchObject({ ok: true, status: 200 });
    expect(result.answer).toHaveLength(500);
  });

  it('that is not there is refused without its URL in the error', async () => {
    const receiver = await startReceiver();
    const result = await send(`${receiver.url.replace(/:\d+$/, ':1')}/secret-path`);
    expect(result).toMatchObject({
      ok: false,
      error: 'The connection failed: connection refused.',
    });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://0xa9fea9fe/',
    'http://100.100.100.200/',
    'http://0.0.0.0/',
  ])('to %s is never sent', async (url) => {
    const result = await send(url);
    expect(result).toMatchObject({ ok: false, status: null });
    expect(result.error).toContain('The address is not allowed');
  });

  it('to a name is sent only to the addresses that are allowed', async () => {
    const receiver = await startReceiver();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    expect(await send(url)).toMatchObject({ ok: true });
    const denied = createMessageGuard([], ['127.0.0.0/8', '::1'].map(parseCidr));
    const refused = await send(url, denied);
    expect(refused.error).toContain('SCAN_DENY');
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('the addresses of messages', () => {
  const allow = ['10.1.0.0/16'].map(parseCidr);
  it.each([
    ['10.1.2.3', true],
    ['10.2.0.1', false],
    ['127.0.0.1', false],
    ['192.168.1.1', false],
    ['fd12::1', false],
    ['::ffff:10.2.0.1', false],
    ['64:ff9b::0a02:0001', false],
    ['203.0.113.9', true],
    ['2001:db8::1', true],
    ['169.254.169.254', false],
    ['fd00:ec2::254', false],
  ])('with SCAN_ALLOW of 10.1.0.0/16, %s is allowed: %s', (ip, expected) => {
    expect(createMessageGuard(allow, [])(ip) === null).toBe(expected);
  });

  it.each(['10.2.0.1', '127.0.0.1', 'fd12::1', '203.0.113.9'])(
    'without SCAN_ALLOW, %s is allowed',
    (ip) => {
      expect(createMessageGuard([], [])(ip)).toBeNull();
    },
  );
});
