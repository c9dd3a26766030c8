import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { DialError } from './dialer.js';
import type { AddressGuard } from './address-guard.js';

interface UdpRequest {
  ip: string;
  port: number;
  /** sent round-robin until a response arrives or the time is over */
  datagrams: readonly Buffer[];
  /** Whether this is the expected response. Never throws. */
  isAnswer: (data: Buffer) => boolean;
  signal?: AbortSignal;
}

/**
 * UDP requests; calls the guard first. Rejects with DialError when the guard or the system refuses.
 */
export interface UdpClient {
  /**
   * Returns the response. `refused`: the port is closed (ICMP port unreachable). `silent`: no
   * response, or no expected one.
   */
  request(request: UdpRequest): Promise<Buffer | 'refused' | 'silent'>;
}

// Six datagrams in 2.8 s: with 10 % loss in each direction, the chance that all are lost is one in
// twenty thousand.
const PAUSES_MS = [200, 300, 400, 500, 600, 800];
/** Maximum number of datagrams read from one peer, against floods of unexpected ones. */
const MAX_RECEIVED = 32;

export function createUdpClient(
  guard: AddressGuard,
  pausesMs: readonly number[] = PAUSES_MS,
): UdpClient {
  return {
    request: async (request) => {
      const refusal =
        isIP(request.ip) === 0
          ? 'only IP addresses are supported, not names'
          : guard(request.ip)?.detail;
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

/** A connected socket receives datagrams of its peer only, and is notified of ICMP refusals. */
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
