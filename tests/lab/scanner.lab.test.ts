import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortScanJob } from '../../src/platform/net/port-scanner.js';
import type { TcpScanner } from '../../src/platform/scanner/scanner.js';
import { createPortScanner } from '../../src/platform/scanner/scanner.js';
import { paceOf, type Speed } from '../../src/pentest/speeds.js';
import { compiled } from '../support/compiled.js';

const script = new URL('silent-net.sh', import.meta.url).pathname;
const up = spawnSync(script, ['up'], { encoding: 'utf8' });
if (up.status !== 0) console.log(`scanner lab skipped: ${up.stdout.trim()}`);

const ports = Array.from({ length: 3_384 }, (_, i) => 2_000 + i);
const open = ports.filter((port) => (port - 2_000) % 17 === 0);

function job(ip: string, fields: Partial<PortScanJob> = {}, speed: Speed = '4'): PortScanJob {
  return {
    fairKey: 1,
    ip,
    ports,
    pace: paceOf(speed),
    signal: new AbortController().signal,
    ...fields,
  };
}

describe.skipIf(up.status !== 0).each(['syscalls', 'sockets'])(
  'port scanner with %s in a faulty network',
  (kind) => {
    let scanner: TcpScanner;
    let worker: ReturnType<typeof compiled>;
    beforeAll(async () => {
      worker = compiled('platform/scanner/worker.ts', 'scanner-worker');
      scanner = createPortScanner({
        guard: () => null,
        forceSockets: kind === 'sockets',
        workerUrl: worker.url,
      });
      expect(await scanner.kind()).toBe(kind);
    });
    afterAll(async () => {
      await scanner.close();
      worker.remove();
    });

    it.each([
      ['without loss', '10.79.0.10'],
      ['1 % loss each way', '10.79.0.21'],
      ['5 % loss each way', '10.79.0.25'],
    ])('%s: finds every open port, and no other', async (_name, ip) => {
      const result = await scanner.scan(job(ip));
      expect(result.open).toEqual(open);
      expect(result.closed + result.silent.length).toBe(ports.length - open.length);
      expect(result.silent.length).toBeLessThanOrEqual(1);
    });

    it('counts refusals as closed ports', async () => {
      expect(await scanner.scan(job('10.79.0.11'))).toMatchObject({
        open: [],
        closed: ports.length,
        silent: new Uint16Array(),
      });
    });

    it('counts silence as filtered ports, in a short time', async () => {
      const start = performance.now();
      const result = await scanner.scan(job('10.79.0.12', { ports: ports.slice(0, 1_000) }));
      expect(result).toMatchObject({ open: [], closed: 0, silent: { length: 1_000 }, rttMs: null });
      expect(performance.now() - start).toBeLessThan(20_000); // 2 s on an idle machine; nmap takes 100
    });

    it('finds open ports among dropped ones', async () => {
      const dropped = Array.from({ length: 300 }, (_, i) => 7_000 + i);
      expect(await scanner.scan(job('10.79.0.13', { ports: [...dropped, ...open] }))).toMatchObject(
        { open, closed: 0, silent: Uint16Array.from(dropped) },
      );
    });

    it('lists ICMP prohibitions as silent ports', async () => {
      const result = await scanner.scan(job('10.79.0.14', { ports: ports.slice(0, 50) }));
      expect(result).toMatchObject({ open: [], closed: 0, silent: { length: 50 } });
    });

    it('counts ICMP port unreachable as closed or silent, by its sender', async () => {
      const result = await scanner.scan(job('10.79.0.17', { ports: ports.slice(0, 50) }));
      expect(result.open).toEqual([]);
      expect(result.closed + result.silent.length).toBe(50);
    });

    it.each([
      ['10.79.0.10', true],
      ['10.79.0.11', true],
      ['10.79.0.12', false],
      ['10.79.0.15', false],
      ['10.79.2.9', false],
    ])('discovery of %s: %s', async (ip, alive) => {
      expect(await scanner.discover(job(ip, { ports: [2_000] }))).toMatchObject({
        alive,
        refused: null,
      });
    });

    it.runIf(kind === 'syscalls')(
      'a rejection sent by the host itself shows that it is up',
      async () => {
        expect((await scanner.discover(job('10.79.0.14', { ports: [] }))).alive).toBe(true);
      },
    );

    it('254 silent addresses are tried together', async () => {
      const start = performance.now();
      const found = await Promise.all(
        Array.from({ length: 254 }, (_, i) =>
          scanner.discover(job(`10.79.2.${i + 1}`, { ports: ports.slice(0, 20) })),
        ),
      );
      expect(found.filter((host) => host.alive)).toEqual([]);
      // 3 s on an idle machine; nmap takes 200
      if (kind === 'syscalls') expect(performance.now() - start).toBeLessThan(30_000);
    });

    it("a task of one host does not wait for another task's timeouts", async () => {
      const stop = new AbortController();
      const silent = Array.from({ length: 100 }, (_, i) =>
        scanner.scan(job(`10.79.2.${i + 1}`, { signal: stop.signal })).catch(() => null),
      );
      const order: string[] = [];
      void Promise.all(silent).then(() => order.push('silent'));
      const result = await scanner.scan(job('10.79.0.10', { fairKey: 2 }));
      order.push('single');
      stop.abort();
      await Promise.all(silent);
      expect(result.open).toEqual(open);
      expect(order[0]).toBe('single');
    });
  },
);

afterAll(() => {
  spawnSync(script, ['down']);
});
