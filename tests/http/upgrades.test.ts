import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isForeignOrigin } from '../../src/http/common.js';
import { requestHead } from '../../src/http/upgrades.js';
import { ADMIN } from '../support/app.js';
import { listeningApp } from '../support/ws.js';

/** Sends each request after the previous response. Returns all bytes received until the connection closes. */
const exchange = (port: number, ...requests: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.shift() ?? ''));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      const next = requests.shift();
      if (next !== undefined) socket.write(next);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('HTTP upgrades', () => {
  it('ignores an offer of h2c, keeps the body, and serves the next request on the connection', async () => {
    const app = await listeningApp();
    const body = JSON.stringify([{ current_ip: '10.0.0.1' }]);
    const head = (connection: string) =>
      `Host: x\r\nAuthorization: Bearer ${ADMIN}\r\nConnection: ${connection}\r\nUpgrade: h2c\r\n` +
      'HTTP2-Settings: AAMAAABk\r\n';
    const answer = await exchange(
      app.port,
      `POST /hosts HTTP/1.1\r\n${head('Upgrade, HTTP2-Settings')}Content-Type: ` +
        `application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      `GET /hosts HTTP/1.1\r\n${head('close, Upgrade, HTTP2-Settings')}\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
  });

  it('closes the connection after a rejected handshake', async () => {
    const app = await listeningApp();
    for (const path of ['/ws/agents', '/hosts', '/ws/agents?ticket=x']) {
      expect(
        await exchange(
          app.port,
          `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        ),
      ).toMatch(/^HTTP\/1\.1 40[14] /);
    }
  });

  it.each([
    [{ 'Sec-WebSocket-Key': 'short' }, 400],
    [{ 'Sec-WebSocket-Version': '99' }, 400],
    [{ 'Sec-WebSocket-Key': '' }, 400],
    [{ Upgrade: 'websocket, h2c' }, 400],
    [{ 'Content-Length': '5' }, 415],
    [{ Origin: '\u00e9' }, 403],
    [{ 'Sec-WebSocket-Extensions': 'permessage-deflate; x=\u0001' }, 400],
    [{ Authorization: 'Bearer' }, 401],
  ])('answers a handshake with %j by status %d', async (changed, status) => {
    const app = await listeningApp();
    const headers = {
      Host: 'x',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      Authorization: `Bearer ${ADMIN}`,
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...changed,
    };
    const text = `GET /ws/agents HTTP/1.1\r\n${Object.entries(headers)
      .map(([k, v]) => `${k}: ${v}\r\n`)
      .join('')}\r\n`;
    expect(Number(/^HTTP\/1\.1 (\d+)/.exec(await exchange(app.port, text))?.[1])).toBe(status);
    expect((await app.call('GET', '/healthz')).status).toBe(200);
  });

  it('removes only the upgrade headers from a request head', () => {
    const request = {
      method: 'GET',
      url: '/a?b',
      httpVersion: '1.1',
      rawHeaders: [
        'Host',
        'x',
        'Connection',
        'Upgrade',
        'upgrade',
        'h2c',
        'X-Two',
        '1',
        'x-two',
        '2',
      ],
    };
    expect(requestHead(request)).toBe(
      'GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nX-Two: 1\r\nx-two: 2\r\n\r\n',
    );
  });
});

it.each([
  [undefined, 'a', false],
  ['http://a', 'a', false],
  ['http://a:80', 'a', false],
  ['https://a', 'a:443', false],
  ['https://a:8443', 'a:8443', false],
  ['http://A', 'a', false],
  ['http://[::1]:8700', '[::1]:8700', false],
  ['http://b', 'a', true],
  ['http://a:81', 'a', true],
  ['null', 'a', true],
  ['', 'a', true],
  ['http://a', undefined, true],
  ['http://a', '', true],
  ['file:///', 'a', true],
  ['http://a, http://a', 'a', true],
  ['http://a.b', 'a', true],
  ['http://a@b', 'a', true],
])('a page of origin %s on host %s is foreign: %s', (origin, host, foreign) => {
  expect(isForeignOrigin(origin, host)).toBe(foreign);
});
