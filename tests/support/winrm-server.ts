import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { channelBindings } from '../../src/platform/winrm/channel-binding.js';
import { encodeSealed, SEALED_TYPE, decodeSealed } from '../../src/platform/winrm/multipart.js';
import { type SealedChannel, sealedChannel } from '../../src/platform/winrm/ntlm/seal.js';
import { acceptLogin, challengeMessage } from './ntlm-acceptor.js';
import { testTls } from './tcp-server.js';
import { createShells, envelope, type FakePowerShell, type Shells } from './winrm-shells.js';

export interface WinRmServerOptions {
  tls?: boolean;
  users?: Record<string, string>;
  powershell?: FakePowerShell;
  /** flags of the challenge, to offer less than Windows */
  flags?: number;
  /**
   * Acts as an attacker or another server: `plain` responds without encryption, `tampered` flips a bit,
   * `cut` drops the connection, and a fault is sent as the body; null: a normal response.
   */
  meddle?: (action: string) => 'plain' | 'tampered' | 'cut' | { fault: string } | null;
}

export interface WinRmServer {
  ip: string;
  port: number;
  tls: boolean;
  fingerprint: string;
  shells: Shells;
  /** scheme and content type of each request */
  seen: {
    scheme: string;
    type: string;
  }[];
  actions: string[];
  connections: () => number;
}

interface Peer {
  challenge: Buffer;
  negotiate: Buffer;
  serverChallenge: Buffer;
  channel: SealedChannel | null;
}

/**
 * A WS-Management endpoint on 127.0.0.1 for one test: NTLM by `acceptLogin`, commands by sh. It does not prove
 * that NTLM works with Windows: see there.
 */
export async function winRmServer(options: WinRmServerOptions = {}): Promise<WinRmServer> {
  const { tls = false } = options;
  const certificate = new X509Certificate(testTls.cert).raw;
  const server: WinRmServer = {
    ip: '127.0.0.1',
    port: 0,
    tls,
    fingerprint: createHash('sha256').update(certificate).digest('hex'),
    shells: createShells(options),
    seen: [],
    actions: [],
    connections: () => sockets.size,
  };
  const sockets = new Set<Socket>();
  const peers = new WeakMap<Socket, Peer>();
  const bindings = tls ? channelBindings(certificate) : Buffer.alloc(16);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch(() => {
      response.destroy();
    });
  };
  const http = tls
    ? createTlsServer({ ...testTls, keepAliveTimeout: 60_000 }, answer)
    : createServer({ keepAliveTimeout: 60_000 }, answer);
  http.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
    server.seen.push({ scheme, type: request.headers['content-type'] ?? '' });
    if (scheme === 'Negotiate')
      return logIn(request.socket, response, Buffer.from(token, 'base64'));
    const channel = peers.get(request.socket)?.channel;
    if (!channel) {
      response.writeHead(401, { 'www-authenticate': 'Negotiate' }).end();
      return undefined;
    }
    const sealed = tls ? null : decodeSealed(body);
    const text = tls ? body : sealed && channel.unseal(sealed);
    if (text === null) {
      response.writeHead(400).end();
      return undefined;
    }
    return reply(response, text.toString(), channel);
  }

  function logIn(socket: Socket, response: ServerResponse, token: Buffer): void {
    const peer = peers.get(socket);
    if (token[8] === 1 || !peer) {
      const serverChallenge = randomBytes(8);
      const challenge = challengeMessage({
        serverChallenge,
        ...(options.flags !== undefined && { flags: options.flags }),
      });
      peers.set(socket, { negotiate: token, challenge, serverChallenge, channel: null });
      response
        .writeHead(401, { 'www-authenticate': `Negotiate ${challenge.toString('base64')}` })
        .end();
      return;
    }
    const key = acceptLogin(
      { ...peer, authenticate: token },
      { bindings, password: (user) => (options.users ?? { hwadmin: 'Pass-1' })[user] },
    );
    peer.channel = key && sealedChannel(key, 'server');
    response.writeHead(key ? 200 : 401, key ? {} : { 'www-authenticate': 'Negotiate' }).end();
  }

  async function reply(
    response: ServerResponse,
    question: string,
    channel: SealedChannel,
  ): Promise<void> {
    const action = /Action[^>]*>[^<]*\/(\w+)</.exec(question)?.[1] ?? '';
    server.actions.push(action);
    const interference = options.meddle?.(action) ?? null;
    if (interference === 'cut') {
      response.destroy();
      return;
    }
    const text = Buffer.from(
      interference !== null && typeof interference === 'object'
        ? envelope(interference.fault)
        : await server.shells.answer(question),
    );
    const status = text.includes('<s:Fault>') ? 500 : 200;
    if (tls || interference === 'plain') {
      response
        .writeHead(status, { 'content-type': 'application/soap+xml;charset=UTF-8' })
        .end(text);
      return;
    }
    const sealed = channel.seal(text);
    if (interference === 'tampered') sealed.sealed.writeUInt8(sealed.sealed.readUInt8(7) ^ 1, 7);
    response
      .writeHead(status, { 'content-type': SEALED_TYPE })
      .end(encodeSealed(sealed, text.length));
  }

  await new Promise<void>((resolve) => {
    http.listen(0, server.ip, resolve);
  });
  server.port = (http.address() as AddressInfo).port;
  onTestFinished(async () => {
    server.shells.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      http.close(resolve);
    });
  });
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
