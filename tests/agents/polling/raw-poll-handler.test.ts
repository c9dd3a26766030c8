import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerAgent, listeningService, makeHosts, until } from '../../support/agents.js';

async function oneAgent() {
  const service = await listeningService();
  const [id = 0] = await makeHosts(service, 1);
  return { service, id, hub: service.ctx.hub, ...registerAgent(service, id) };
}

function send(port: number, token: string | null, more = ''): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(
    'POST /agent/v1/poll HTTP/1.1\r\nHost: x\r\n' +
      `${token === null ? '' : `Authorization: Bearer ${token}\r\n`}${more}Content-Type: ` +
      'application/octet-stream\r\nContent-Length: 10\r\n\r\nversion 1\n',
  );
  return socket;
}

// Responses of the HTTP server have a date header, those of the raw handler do not.
const answerOf = async (socket: Socket): Promise<[string, boolean]> => {
  const answer = await text(socket);
  return [answer.split('\r\n')[0] ?? '', /^date:/im.test(answer)];
};

describe('raw poll handler', () => {
  it('holds a poll below HTTP and answers it once', async () => {
    const { service, id, token, hub } = await oneAgent();
    const socket = send(service.port, token);
    await until(() => hub.openPolls() === 1);
    hub.disconnect(id);
    expect(await text(socket)).toBe(
      'HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 13\r\n' +
        'connection: close\r\n\r\nhostwarden 1\n',
    );
    expect(hub.openPolls()).toBe(0);
  });

  it('drops a poll when its connection is cut or half closed', async () => {
    const { service, token, hub } = await oneAgent();
    for (const leave of [
      (s: Socket) => s.destroy(),
      (s: Socket) => s.end(),
      (s: Socket) => s.resetAndDestroy(),
    ]) {
      const socket = send(service.port, token);
      await until(() => hub.openPolls() === 1);
      leave(socket);
      await until(() => hub.openPolls() === 0);
    }
  });

  it('leaves polls with an unknown token or in another form to the HTTP server', async () => {
    const { service, id, token, hub } = await oneAgent();
    expect(await answerOf(send(service.port, 'hwa_unknown', 'Connection: close\r\n'))).toEqual([
      'HTTP/1.1 401 Unauthorized',
      true,
    ]);
    expect(await answerOf(send(service.port, null, 'Connection: close\r\n'))).toEqual([
      'HTTP/1.1 401 Unauthorized',
      true,
    ]);
    const other = send(service.port, token, 'X-Other: 1\r\nConnection: close\r\n');
    await until(() => hub.openPolls() === 1);
    hub.disconnect(id);
    expect(await answerOf(other)).toEqual(['HTTP/1.1 200 OK', true]);
  });

  it('does not delay the shutdown, nor does a silent connection', async () => {
    const { service, token, hub } = await oneAgent();
    const silent = connect(service.port, '127.0.0.1');
    const socket = send(service.port, token);
    await until(() => hub.openPolls() === 1);
    const answer = text(socket);
    await service.close();
    expect(await answer).toContain('wait 10');
    expect(await text(silent).catch(() => 'reset')).toMatch(/^(reset)?$/);
  });
});

describe('agent requests without a token', () => {
  it.each(['poll', 'jobs/abc'])(
    'are rejected with 401 by %s, also without a body',
    async (path) => {
      const { service } = await oneAgent();
      const response = await fetch(`${service.url}/agent/v1/${path}`, { method: 'POST' });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'unauthorized' });
    },
  );
});
