import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { DialError } from './dialer.js';
import type { AddressGuard } from './address-guard.js';

interface UdpRequest {
  ip: string;
  port: number;
  /** sent in turn, again and again until an answer comes or the time is over */
  datagrams: readonly Buffer[];
  /** is this what was waited for? Never throws. */
  isAnswer: (data: Buffer) => boolean;
  signal?: AbortSignal;
}

/** Asks UDP ports, the guard first. Rejects with DialError where the guard or the system says no. */
export interface UdpClient {
  /** The answer; `refused`: the peer's system says that nobody listens (ICMP port unreachable); `silent`: nothing came, or nothing that was waited for. */
  request(request: UdpRequest): Promise<Buffer | 'refused' | 'silent'>;
}

// Six datagrams in 2.8 s: a loss of one in ten, there and back, leaves one chance in twenty thousand for silence.
const PAUSES_MS = [200, 300, 400, 500, 600, 800];
/** A peer that sends what nobody asked for is not listened to for long. */
const MAX_RECEIVED = 32;

export function createUdpClient(
  guard: AddressGuard,
  pausesMs: readonly number[] = PAUSES_MS,
): UdpClient {
  return {
    request: async (request) => {
      const refusal =
        isIP(request.ip) === 0 ? 'only addresses are asked, no names' : guard(request.ip)?.detail;
      if (refusal !== undefined) throw new DialError('not_allowed', refusal);
      const socket = createSocket(isIP(request.ip) === 6 ? 'udp6' : 'udp4');
      try {
        return await exchange(socket, request, pausesMs);
      } finally {
        socket.close();
      }
    },
  };
}

/** A connected socket takes datagrams of its peer alone, and hears of its refusal. */
async function exchange(
  socket: Socket,
  { ip, port, datagrams, isAnswer, signal }: UdpRequest,
  pausesMs: readonly number[],
): Promise<Buffer | 'refused' | 'silent'> {
  let finish: (answer: Buffer | 'refused' | 'silent') => void = () => undefined;
  const answer = new Promise<Buffer | 'refused' | 'silent'>((resolve) => {
    finish = resolve;
  });
  let received = 0;
  socket.on('message', (data) => {
    received += 1;
    if (received <= MAX_RECEIVED && isAnswer(data)) finish(data);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    finish(error.code === 'ECONNREFUSED' ? 'refused' : 'silent');
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port, ip, resolve);
  });
  for (const [round, pause] of pausesMs.entries()) {
    if (signal?.aborted === true) break;
    socket.send(datagrams[round % datagrams.length] ?? Buffer.alloc(0), () => undefined);
    const reply = await Promise.race([answer, sleep(pause)]);
    if (reply !== null) return reply;
  }
  return 'silent';
}

function sleep(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(null);
    }, ms);
  });
}
