import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createAgentSource } from '../../src/events/agent-source.js';
import { createChannel } from '../../src/events/channel.js';
import type { ChannelLimits } from '../../src/events/channel.subscriber.js';
import { createEventLog } from '../../src/events/event-log.js';
import { ADMIN } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { emit, connectFollower, listeningApp, handshakeError } from '../support/ws.js';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const seqs = (events: { seq: number }[]) => events.map((e) => e.seq);

async function newToken(app: Awaited<ReturnType<typeof listeningApp>>, extra: object = {}) {
  return (
    (await app.call('POST', '/tokens', { name: 'watcher', role: 'viewer', ...extra })).body as {
      data: { id: number; token: string };
    }
  ).data;
}

describe('event channel', () => {
  it.each(['/ws/agents', '/api/v1/ws/agents', '/api/v2/ws/agents', '/ws/agents/'])(
    'sends new events at %s with all their fields',
    async (path) => {
      const app = await listeningApp();
      const follower = await connectFollower(app, path);
      const stored = emit(app.ctx.events, 3, {
        error: { code: 'disk_full', message: 'Full', detail: null },
      });
      expect(await follower.got(3)).toEqual(stored);
      expect(Object.keys(follower.events[0] ?? {}).sort()).toEqual([
        'action',
        'error',
        'event',
        'host_id',
        'message',
        'operation_id',
        'percent',
        'seq',
        'step',
        'time',
      ]);
    },
  );

  it('replays missed events and continues with new ones, without gaps or duplicates', async () => {
    const app = await listeningApp();
    emit(app.ctx.events, 3000);
    const connecting = connectFollower(app, '/ws/agents?since=10');
    const timer = setInterval(() => emit(app.ctx.events, 7), 0);
    onTestFinished(() => clearInterval(timer));
    const follower = await connecting;
    await follower.got(3500);
    clearInterval(timer);
    const newest = app.ctx.events.newestSeq();
    await follower.got(newest - 10);
    expect(seqs(follower.events)).toEqual(Array.from({ length: newest - 10 }, (_, i) => 11 + i));
  });

  it('resumes after the last event that an interrupted client received', async () => {
    const app = await listeningApp();
    const seen: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const follower = await connectFollower(app, `/ws/agents?since=${seen.at(-1) ?? 0}`);
      emit(app.ctx.events, 50);
      await follower.got(1 + ((round * 7) % 40));
      follower.socket.terminate();
      seen.push(...seqs(follower.events));
    }
    const last = await connectFollower(app, `/ws/agents?since=${seen.at(-1)}`);
    await last.got(1000 - seen.length);
    expect([...seen, ...seqs(last.events)]).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
  });

  it('sends the events of one host if requested', async () => {
    const app = await listeningApp();
    for (const host_id of [1, 2, 1]) emit(app.ctx.events, 1, { host_id });
    const follower = await connectFollower(app, '/ws/agents?host_id=2&since=0');
    for (const host_id of [1, 2]) emit(app.ctx.events, 1, { host_id });
    expect(seqs(await follower.got(2))).toEqual([2, 5]);
  });

  it('sends new events only without since, and reports the newest seq in the handshake', async () => {
    const app = await listeningApp();
    emit(app.ctx.events, 5);
    const follower = await connectFollower(app);
    expect(follower.headers['hostwarden-seq']).toBe('5');
    const ahead = await connectFollower(app, '/ws/agents?since=900');
    emit(app.ctx.events);
    expect(seqs(await follower.got(1))).toEqual([6]);
    expect(seqs(await ahead.got(1))).toEqual([6]);
  });

  it('continues the sequence after a restart of the service', async () => {
    const first = await listeningApp();
    emit(first.ctx.events, 3);
    const follower = await connectFollower(first, '/ws/agents?since=0');
    await follower.got(3);
    await first.close();
    const second = await listeningApp({ dir: first.dir });
    emit(second.ctx.events);
    expect(seqs(await (await connectFollower(second, '/ws/agents?since=3')).got(1))).toEqual([4]);
  });

  it('closes clients with 1001 when the service shuts down', async () => {
    const app = await listeningApp();
    const followers = [await connectFollower(app), await connectFollower(app)];
    await app.close();
    expect(await Promise.all(followers.map((f) => f.closed))).toEqual([1001, 1001]);
  });

  it('closes a client whose token is revoked or expires with 4401, and no other', async () => {
    const app = await listeningApp();
    const one = await newToken(app);
    const two = await newToken(app, { expires_at: app.clock.now() + 60 });
    const other = await newToken(app);
    const [a, b, c] = await Promise.all(
      [one, two, other].map((t) => connectFollower(app, '/ws/agents', bearer(t.token))),
    );
    await app.call('DELETE', `/tokens/${one.id}`);
    expect(await a?.closed).toBe(4401);
    app.clock.advance(61);
    expect(await b?.closed).toBe(4401);
    emit(app.ctx.events);
    expect(await c?.got(1)).toHaveLength(1);
  });

  it('ignores messages of clients, and closes those that send too large ones', async () => {
    const app = await listeningApp();
    const follower = await connectFollower(app);
    follower.socket.send('{"hello":1}');
    emit(app.ctx.events);
    await follower.got(1);
    follower.socket.send('x'.repeat(1025));
    expect(await follower.closed).toBe(1009);
  });
});

describe('handshake of the event channel', () => {
  it('requires a token or a ticket, and rejects others before the upgrade', async () => {
    const app = await listeningApp();
    const viewer = await newToken(app);
    for (const [path, options] of [
      ['/ws/agents', {}],
      ['/ws/agents', bearer('wrong')],
      ['/ws/agents?ticket=hwt_wrong', {}],
      ['/ws/agents?ticket=', bearer(ADMIN)],
      ['/ws/agents?ticket=a&ticket=b', {}],
    ] as const) {
      expect(await handshakeError(connectFollower(app, path, options)), path).toEqual({
        status: 401,
        code: 'unauthorized',
      });
    }
    await connectFollower(app, '/ws/agents', bearer(viewer.token));
  });

  it.each([
    ['http://evil.example', 403],
    ['null', 403],
    ['http://127.0.0.1:1', 403],
    ['garbage', 403],
    ['same', 101],
    ['same, over a TLS proxy', 101],
  ])('with the origin %s returns %s', async (origin, status) => {
    const app = await listeningApp();
    const scheme = origin === 'same' ? 'http' : 'https';
    const own = origin.startsWith('same') ? `${scheme}://127.0.0.1:${app.port}` : origin;
    const connecting = connectFollower(app, '/ws/agents', {
      headers: { authorization: `Bearer ${ADMIN}`, origin: own },
    });
    if (status === 101) await connecting;
    else expect(await handshakeError(connecting)).toEqual({ status, code: 'forbidden' });
  });

  it('accepts the origin of PUBLIC_URL behind a proxy with another name', async () => {
    const app = await listeningApp({ env: { PUBLIC_URL: 'https://warden.example' } });
    await connectFollower(app, '/ws/agents', {
      headers: { authorization: `Bearer ${ADMIN}`, origin: 'https://warden.example' },
    });
    expect(
      (
        await handshakeError(
          connectFollower(app, '/ws/agents', {
            headers: { authorization: `Bearer ${ADMIN}`, origin: 'https://other.example' },
          }),
        )
      ).status,
    ).toBe(403);
  });

  it.each([
    'x=1',
    'since=-1',
    'since=1.5',
    'since=',
    'since=1&since=2',
    'host_id=0',
    'host_id=a',
    `since=${'9'.repeat(30)}`,
    `ticket[a]=1`,
    '__proto__=1',
  ])('rejects the query %s', async (query) => {
    const app = await listeningApp();
    expect(await handshakeError(connectFollower(app, `/ws/agents?${query}`))).toEqual({
      status: 400,
      code: 'validation_failed',
    });
  });

  it('accepts a ticket once, within 30 seconds, while its token is valid', async () => {
    const app = await listeningApp();
    const viewer = await newToken(app);
    const ticket = async () =>
      (
        (await app.call('POST', '/ws/tickets', undefined, { token: viewer.token })).body as {
          data: { ticket: string; expires_at: number };
        }
      ).data;
    const issued = await ticket();
    expect(issued.expires_at).toBe(app.clock.now() + 30);
    const follower = await connectFollower(app, `/ws/agents?ticket=${issued.ticket}`, {});
    expect(
      (await handshakeError(connectFollower(app, `/ws/agents?ticket=${issued.ticket}`, {}))).status,
    ).toBe(401);
    const late = await ticket();
    app.clock.advance(30);
    expect(
      (await handshakeError(connectFollower(app, `/ws/agents?ticket=${late.ticket}`, {}))).status,
    ).toBe(401);
    const orphan = await ticket();
    await app.call('DELETE', `/tokens/${viewer.id}`);
    expect(
      (await handshakeError(connectFollower(app, `/ws/agents?ticket=${orphan.ticket}`, {}))).status,
    ).toBe(401);
    expect(await follower.closed).toBe(4401);
  });

  it('accepts tickets nowhere else, and has no WebSockets at other URLs', async () => {
    const app = await listeningApp();
    const { ticket } = (
      (await app.call('POST', '/ws/tickets')).body as { data: { ticket: string } }
    ).data;
    expect(
      (await app.call('GET', `/hosts?ticket=${ticket}`, undefined, { token: null })).status,
    ).toBe(401);
    expect((await app.call('GET', '/hosts', undefined, { token: ticket })).status).toBe(401);
    for (const path of ['/hosts', '/healthz', '/nowhere'])
      expect(await handshakeError(connectFollower(app, path))).toEqual({
        status: 404,
        code: 'route_not_found',
      });
  });

  it('answers an ordinary request with 426 or 405', async () => {
    const app = await listeningApp();
    expect(await app.call('GET', '/ws/agents')).toMatchObject({
      status: 426,
      headers: { upgrade: 'websocket' },
      body: { code: 'upgrade_required' },
    });
    expect(await app.call('POST', '/ws/agents')).toMatchObject({ status: 405 });
  });
});

// A channel on a separate server: the test controls its limits and its timing.
async function ownChannel(limits?: Partial<ChannelLimits>, tokenIdOf = (): number | null => null) {
  const log = createEventLog(testDatabase().sqlite);
  const channel = createChannel(createAgentSource(log), () => new Set([null]), limits);
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server: Server = createServer().on('upgrade', (request, socket: Socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const since = new URL(request.url ?? '', 'http://x').searchParams.get('since');
      channel.add(ws, {
        wire: socket,
        tokenId: tokenIdOf(),
        filter: { hostId: undefined },
        ...(since !== null && { since: Number(since) }),
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    channel.close();
    for (const client of sockets.clients) client.terminate();
    server.close();
  });
  return { log, channel, port: (server.address() as AddressInfo).port };
}

describe('subscriber', () => {
  it('closes a slow client with 1013, which can reconnect for the rest', async () => {
    const own = await ownChannel({ maxBacklogBytes: 64 * 1024, maxMessages: 1000 });
    const slow = await connectFollower(own);
    const good = await connectFollower(own);
    slow.socket.pause();
    const message = 'x'.repeat(60_000);
    let sent = 0;
    while (own.channel.size() === 2 && sent < 2000) {
      emit(own.log, 10, { message });
      sent += 10;
      await good.got(sent);
      if (sent === 1500) slow.socket.resume(); // closed before: now it can notice
    }
    slow.socket.resume();
    expect(await slow.closed).toBe(1013);
    expect(slow.events.length).toBeLessThan(sent);
    const again = await connectFollower(own, `/?since=${slow.events.at(-1)?.seq}`);
    await again.got(sent - slow.events.length);
    expect(seqs([...slow.events, ...again.events])).toEqual(
      Array.from({ length: sent }, (_, i) => i + 1),
    );
  });

  it('terminates a client that does not answer a ping at the next one', async () => {
    const own = await ownChannel();
    const dead = await connectFollower(own, '/', { autoPong: false });
    const alive = await connectFollower(own);
    const ponged = new Promise((resolve) => {
      alive.socket.once('ping', resolve);
    });
    own.channel.ping();
    await ponged;
    emit(own.log);
    await alive.got(1);
    alive.socket.ping();
    await new Promise((resolve) => {
      alive.socket.once('pong', resolve);
    }); // its own pong has arrived by now
    own.channel.ping();
    expect(await dead.closed).toBe(1006);
    emit(own.log);
    expect(await alive.got(2)).toHaveLength(2);
  });

  it('keeps what waits for clients that never read within one limit', async () => {
    const maxTotalBacklogBytes = 1 << 20;
    const own = await ownChannel({ maxTotalBacklogBytes });
    const readers = await Promise.all(Array.from({ length: 8 }, () => connectFollower(own)));
    for (const { socket } of readers) socket.pause();
    const good = await connectFollower(own);
    const message = 'x'.repeat(60_000);
    let sent = 0;
    while (own.channel.size() > 1 && sent < 3000) {
      emit(own.log, 10, { message });
      sent += 10;
      await good.got(sent);
      expect(own.channel.backlogBytes()).toBeLessThanOrEqual(maxTotalBacklogBytes);
    }
    emit(own.log);
    expect(await good.got(sent + 1)).toHaveLength(sent + 1);
    expect(own.channel.size()).toBeLessThan(9);
  });

  it('sends what is published faster than it can be sent from the log', async () => {
    const own = await ownChannel();
    const follower = await connectFollower(own);
    emit(own.log, 25_000);
    expect(seqs(await follower.got(25_000))).toEqual(
      Array.from({ length: 25_000 }, (_, i) => i + 1),
    );
  });

  it('sends at most a thousand messages before other work runs', async () => {
    const own = await ownChannel();
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, i) => connectFollower(own, i < 10 ? '/' : '/?since=0')),
    );
    const received = (): number => clients.reduce((n, { events }) => n + events.length, 0);
    emit(own.log, 500);
    let turns = 0;
    while (received() < 20 * 500) {
      turns += 1;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(turns).toBeGreaterThanOrEqual(10);
    for (const { events } of clients) expect(seqs(events)[499]).toBe(500);
  });

  it('closes further clients with 1013 when there are too many', async () => {
    const own = await ownChannel({ maxSubscribers: 2 });
    await connectFollower(own);
    const second = await connectFollower(own);
    expect(await (await connectFollower(own)).closed).toBe(1013);
    emit(own.log);
    expect(await second.got(1)).toHaveLength(1);
  });

  it('closes a client of the token with the most for one of another token', async () => {
    let tokenId = 1;
    const own = await ownChannel({ maxSubscribers: 3 }, () => tokenId);
    const greedy = [
      await connectFollower(own),
      await connectFollower(own),
      await connectFollower(own),
    ];
    tokenId = 2;
    const other = await connectFollower(own);
    expect(await greedy[0]?.closed).toBe(1013);
    tokenId = 1;
    expect(await (await connectFollower(own)).closed).toBe(1013);
    emit(own.log);
    for (const client of [other, greedy[1], greedy[2]])
      expect(await client?.got(1)).toHaveLength(1);
  });

  it('terminates a client that sends too many messages', async () => {
    const own = await ownChannel({ maxBacklogBytes: 1 << 20, maxMessages: 10 });
    const talker = await connectFollower(own);
    for (let i = 0; i < 11; i += 1) talker.socket.send('x');
    expect(await talker.closed).toBe(1006);
  });
});
