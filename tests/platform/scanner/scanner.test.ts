import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createGuard, parseCidr } from '../../../src/platform/net/address-guard.js';
import type { Pace, PortScanJob } from '../../../src/platform/net/port-scanner.js';
import type { ScannerOptions, TcpScanner } from '../../../src/platform/scanner/scanner.js';
import { createPortScanner } from '../../../src/platform/scanner/scanner.js';
import { compiled } from '../../support/compiled.js';

const pace: Pace = {
  packetsPerSecond: 20_000,
  connectionsPerHost: 500,
  minTimeoutMs: 100,
  maxTimeoutMs: 1_000,
  maxTries: 5,
};
const canCall = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const kinds = canCall ? (['syscalls', 'sockets'] as const) : (['sockets'] as const);
let worker: ReturnType<typeof compiled>;
beforeAll(() => {
  worker = compiled('platform/scanner/worker.ts', 'scanner-worker');
});
afterAll(() => {
  worker.remove();
});

function scannerOf(kind: string, options: Partial<ScannerOptions> = {}): TcpScanner {
  const scanner = createPortScanner({
    guard: () => null,
    forceSockets: kind === 'sockets',
    workerUrl: worker.url,
    ...options,
  });
  onTestFinished(() => scanner.close());
  return scanner;
}

function job(fields: Partial<PortScanJob> = {}): PortScanJob {
  return {
    fairKey: 1,
    ip: '127.0.0.1',
    ports: [],
    pace,
    signal: new AbortController().signal,
    ...fields,
  };
}

/** Listens on free ports of an address until the test ends. */
async function listeners(count: number, host = '127.0.0.1'): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Server>((resolve, reject) => {
          const server: Server = createServer((socket) => {
            socket.on('error', () => undefined).destroy();
          });
          server.on('error', reject).listen(0, host, () => {
            resolve(server);
          });
        }),
    ),
  );
  onTestFinished(() => {
    for (const server of servers) server.close();
  });
  return servers.map((server) => (server.address() as AddressInfo).port).sort((a, b) => a - b);
}

/** Ports of 127.0.0.77 below the ephemeral range, which are all closed. */
const quiet = Array.from({ length: 500 }, (_, i) => 11_500 + i);

describe.each(kinds)('port scanner with %s', (kind) => {
  it('has the requested implementation', async () => {
    expect(await scannerOf(kind).kind()).toBe(kind);
  });

  it('finds exactly the open ports', async () => {
    const open = await listeners(20, '127.0.0.77');
    const result = await scannerOf(kind).scan(
      job({ ip: '127.0.0.77', ports: [...quiet, ...open] }),
    );
    expect(result.open).toEqual(open);
    expect(result).toMatchObject({ closed: 500, silent: { length: 0 }, refused: null });
    expect(result.rttMs).toBeGreaterThan(0);
  });

  it('works over IPv6, and treats an IPv4-mapped address as IPv4', async () => {
    const scanner = scannerOf(kind);
    const [mapped] = await listeners(1);
    expect(
      (await scanner.scan(job({ ip: '::ffff:127.0.0.1', ports: [mapped ?? 0] }))).open,
    ).toEqual([mapped]);
    const v6 = await listeners(1, '::1').catch(() => null);
    if (v6) expect((await scanner.scan(job({ ip: '::1', ports: v6 }))).open).toEqual(v6);
  });

  it('does not report a connection to itself as an open port', async () => {
    // Every ephemeral port of 127.0.0.1: the kernel usually gives several connections their target
    // port as source.
    const ports = Array.from(
      { length: kind === 'syscalls' ? 28_000 : 4_000 },
      (_, i) => 32_768 + i,
    );
    const scanner = scannerOf(kind);
    const first = await scanner.scan(job({ ports }));
    const second = await scanner.scan(job({ ports: first.open }));
    const closedMeanwhile = 3; // by other programs
    expect(second.open.length).toBeGreaterThanOrEqual(first.open.length - closedMeanwhile);
    expect(first.silent).toHaveLength(0);
  });

  it('reports progress up to the number of ports', async () => {
    const seen: number[] = [];
    await scannerOf(kind).scan(
      job({
        ip: '127.0.0.77',
        ports: quiet,
        pace: { ...pace, packetsPerSecond: 100 },
        onProgress: (done) => {
          seen.push(done);
        },
      }),
    );
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(500);
  });

  it('runs several jobs at once, each with its own result', async () => {
    const scanner = scannerOf(kind);
    const [port = 0] = await listeners(1, '127.0.0.78');
    const [one, two, none] = await Promise.all([
      scanner.scan(job({ fairKey: 1, ip: '127.0.0.77', ports: [...quiet, port] })),
      scanner.scan(job({ fairKey: 2, ip: '127.0.0.78', ports: [...quiet, port] })),
      scanner.scan(job({ fairKey: 3, ip: '127.0.0.78', ports: [] })),
    ]);
    expect([one.open, two.open, none.open]).toEqual([[], [port], []]);
  });

  it('works with eight descriptors', async () => {
    const open = await listeners(10, '127.0.0.77');
    const result = await scannerOf(kind, { maxDescriptors: 8 }).scan(
      job({ ip: '127.0.0.77', ports: [...quiet, ...open] }),
    );
    expect(result.open).toEqual(open);
    expect(result.closed).toBe(500);
  });

  it('discovers a host by a refusal or an open port, and reports which', async () => {
    const found = await scannerOf(kind).discover(
      job({ ip: '127.0.0.77', ports: quiet.slice(0, 100) }),
    );
    expect(found).toMatchObject({ alive: true, refused: null });
    expect(found.how).toMatch(/^(tcp\/\d+ (open|refused)|icmp echo)$/);
  });

  it('rejects with the reason of the signal, before, during and after the start', async () => {
    const scanner = scannerOf(kind);
    const slow = { ...pace, packetsPerSecond: 5 };
    await expect(
      scanner.scan(job({ ports: quiet, signal: AbortSignal.abort(new Error('early')) })),
    ).rejects.toThrow('early');
    const starting = new AbortController();
    const begun = scanner.scan(job({ ports: quiet, pace: slow, signal: starting.signal }));
    starting.abort(new Error('starting'));
    await expect(begun).rejects.toThrow('starting');
    const stop = new AbortController();
    const running = scanner.scan(
      job({
        ip: '127.0.0.77',
        ports: quiet,
        pace: slow,
        signal: stop.signal,
        onProgress: () => {
          stop.abort(new Error('enough'));
        },
      }),
    );
    await expect(running).rejects.toThrow('enough');
    expect((await scanner.scan(job({ ip: '127.0.0.77', ports: quiet }))).closed).toBe(500);
  });

  it('calls the guard, and sends nothing to a refused address', async () => {
    let met = 0;
    const server = createServer(() => {
      met += 1;
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.77', resolve);
    });
    onTestFinished(() => {
      server.close();
    });
    const ports = [(server.address() as AddressInfo).port];
    const scanner = scannerOf(kind, { guard: createGuard([], [parseCidr('127.0.0.77')]) });
    expect((await scanner.scan(job({ ip: '127.0.0.77', ports }))).refused?.reason).toBe('denied');
    expect(await scanner.discover(job({ ip: '::ffff:127.0.0.77', ports }))).toMatchObject({
      alive: false,
      refused: { reason: 'denied' },
    });
    expect((await scanner.scan(job({ ip: 'localhost', ports }))).refused?.reason).toBe(
      'not_an_address',
    );
    await scanner.scan(job({ ip: '127.0.0.78', ports }));
    expect(met).toBe(0);
  });

  it('rejects running jobs when it is closed', async () => {
    const scanner = scannerOf(kind);
    await scanner.kind();
    const running = scanner.scan(
      job({ ip: '127.0.0.77', ports: quiet, pace: { ...pace, packetsPerSecond: 5 } }),
    );
    const ended = expect(running).rejects.toThrow('closed');
    await scanner.close();
    await ended;
  });
});

describe('port scanner without a worker', () => {
  it('uses sockets of Node', async () => {
    const scanner = scannerOf('syscalls', {
      workerUrl: new URL('./not-there.js', import.meta.url),
    });
    const open = await listeners(1);
    expect(await scanner.kind()).toBe('sockets');
    expect((await scanner.scan(job({ ports: open }))).open).toEqual(open);
  });
});
