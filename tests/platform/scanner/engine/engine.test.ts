import { describe, expect, it } from 'vitest';
import { createWorld, jobOf, ports } from '../fake-io.js';

const pace = {
  packetsPerSecond: 10_000,
  connectionsPerHost: 100,
  minTimeoutMs: 100,
  maxTimeoutMs: 1_000,
  maxTries: 8,
};

describe('scan engine', () => {
  it('distinguishes open, closed and filtered ports', () => {
    const world = createWorld((port) =>
      port === 3 ? 'silence' : { verdict: port === 2 ? 'open' : 'closed', afterMs: 5 },
    );
    world.engine.add(jobOf({ id: 1, ports: [3, 2, 1] }));
    world.run();
    expect(world.finished.get(1)).toEqual({
      open: [2],
      closed: 1,
      filtered: 1,
      silent: Uint16Array.of(3),
      rttMs: 5,
      refused: null,
      how: null,
    });
  });

  it('finds every open port with 10 % packet loss', () => {
    let state = 12_345;
    const lost = (): boolean => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % 1_000 < 98;
    };
    const world = createWorld((port) =>
      lost() ? 'silence' : { verdict: port % 10 === 0 ? 'open' : 'closed', afterMs: 1 },
    );
    world.engine.add(jobOf({ id: 1, ports: ports(2_000) }));
    world.run();
    expect(world.finished.get(1)?.open).toHaveLength(200);
    expect(world.finished.get(1)?.filtered).toBe(0);
  });

  it('tries a host that never answers exactly twice', () => {
    const world = createWorld(() => 'silence');
    world.engine.add(jobOf({ id: 1, ports: ports(50) }));
    world.run();
    expect(world.sent).toHaveLength(100);
    expect(world.finished.get(1)).toMatchObject({ filtered: 50, rttMs: null });
  });

  it('derives timeouts from the round trip', () => {
    const world = createWorld((port, nth) =>
      port > 20 && nth === 1 ? 'silence' : { verdict: 'closed', afterMs: 40 },
    );
    world.engine.add(jobOf({ id: 1, ports: ports(30) }));
    world.run();
    const second = world.sent.filter((s, i) => world.sent.findIndex((t) => t.port === s.port) < i);
    expect(second).toHaveLength(10);
    for (const { at } of second) expect(at).toBeGreaterThanOrEqual(100);
    expect(world.now).toBeLessThan(300);
  });

  it('counts ICMP rejections as filtered ports, and missing ones not as loss', () => {
    const world = createWorld((port, nth) =>
      port > 15 || (port > 10 && nth === 1) ? 'silence' : { verdict: 'rejected', afterMs: 1 },
    );
    world.engine.add(jobOf({ id: 1, ports: ports(20) }));
    world.run();
    expect(world.finished.get(1)).toMatchObject({ open: [], closed: 0, filtered: 20 });
    expect(world.sent).toHaveLength(30);
  });

  it('ends the job at once if the system has no route', () => {
    const world = createWorld(() => 'no_route');
    world.engine.add(jobOf({ id: 1, ports: ports(1_000) }));
    world.run();
    expect(world.sent).toHaveLength(1);
    expect(world.finished.get(1)?.refused?.reason).toBe('no_route');
  });

  it('repeats an attempt that was connected to itself', () => {
    const world = createWorld((_port, nth) => (nth < 3 ? 'again' : 'closed'));
    world.engine.add(jobOf({ id: 1 }));
    world.run();
    expect(world.finished.get(1)).toMatchObject({ open: [], closed: 3 });
  });

  it('requires two results for an open ephemeral port of this machine', () => {
    const world = createWorld((port, nth) =>
      nth === 1 || port === 40_001 ? 'open_here' : 'closed',
    );
    world.engine.add(jobOf({ id: 1, ports: [80, 40_000, 40_001] }));
    world.run();
    expect(world.finished.get(1)).toMatchObject({ open: [80, 40_001], closed: 1 });
    expect(world.sent.filter((s) => s.port === 80)).toHaveLength(1);
  });

  it('completes a job without ports', () => {
    const world = createWorld(() => 'open');
    world.engine.add(jobOf({ id: 1, ports: [] }));
    world.run(100);
    expect(world.finished.get(1)).toMatchObject({ open: [], closed: 0, filtered: 0 });
  });

  it('reports progress that never decreases, at most ten times a second', () => {
    const world = createWorld((port) =>
      port % 3 === 0 ? 'silence' : { verdict: 'closed', afterMs: 30 },
    );
    world.engine.add(jobOf({ id: 1, ports: ports(3_000) }));
    world.run();
    const counts = world.progress.map((p) => p.done);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.length).toBeLessThanOrEqual(world.now / 100);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3_000);
  });
});

describe('limits of the scan engine', () => {
  it('the rate applies to all hosts of a key', () => {
    const world = createWorld(() => 'silence');
    for (let id = 1; id <= 10; id += 1)
      world.engine.add(jobOf({ id, ports: ports(200), pace: { ...pace, packetsPerSecond: 500 } }));
    world.run();
    for (const from of [0, 500, 2_000, 4_000]) {
      expect(
        world.sent.filter((s) => s.at >= from && s.at < from + 1_000).length,
      ).toBeLessThanOrEqual(511);
    }
  });

  it('connections per host and descriptors are limited', () => {
    const world = createWorld(() => 'silence', 64);
    for (let id = 1; id <= 5; id += 1)
      world.engine.add(jobOf({ id, ports: ports(100), pace: { ...pace, connectionsPerHost: 20 } }));
    world.run();
    expect(world.mostHeld).toBeLessThanOrEqual(64);
    expect(world.finished.size).toBe(5);
  });

  it('the scan slows down and stays correct when the system has no free sockets', () => {
    let given = 0;
    const world = createWorld((port, nth) => {
      given += 1;
      if (given % 3 === 0) return 'busy';
      return nth > 4 ? 'closed' : { verdict: port % 7 === 0 ? 'open' : 'closed', afterMs: 2 };
    });
    world.engine.add(jobOf({ id: 1, ports: ports(100) }));
    world.run();
    const outcome = world.finished.get(1);
    expect((outcome?.open.length ?? 0) + (outcome?.closed ?? 0)).toBe(100);
    expect(outcome?.filtered).toBe(0);
  });

  it('a job ends with a reason when the system never provides a socket', () => {
    const world = createWorld(() => 'busy');
    world.engine.add(jobOf({ id: 1 }));
    world.run(60_000);
    expect(world.finished.get(1)?.refused?.reason).toBe('no_resources');
  });
});

describe('fairness of the scan engine', () => {
  it('one host is not starved by two hundred silent ones of another task', () => {
    const world = createWorld(
      (_port, _nth, ip) => (ip === '10.1.0.1' ? { verdict: 'closed', afterMs: 1 } : 'silence'),
      1_000,
    );
    for (let id = 1; id <= 200; id += 1)
      world.engine.add(jobOf({ id, key: 1, ports: ports(1_000) }));
    world.run(3_000);
    world.engine.add(jobOf({ id: 999, key: 2, ip: '10.1.0.1', ports: ports(1_000) }));
    world.run(4_500);
    expect(world.finishedAt.get(999)).toBeLessThan(3_600);
  });

  it('hosts of one task are served in turns', () => {
    const world = createWorld(() => ({ verdict: 'closed', afterMs: 1 }));
    for (let id = 1; id <= 4; id += 1) world.engine.add(jobOf({ id, ports: ports(1_000) }));
    world.run();
    const ends = [...world.finishedAt.values()];
    expect(Math.min(...ends)).toBeGreaterThan(Math.max(...ends) * 0.7);
  });
});

describe('discovery of hosts', () => {
  it.each([
    ['an open port', { verdict: 'open', afterMs: 3 } as const, 'tcp/443 open'],
    ['a refusal', { verdict: 'closed', afterMs: 3 } as const, 'tcp/443 refused'],
    ['a rejection by the host', { verdict: 'rejected', afterMs: 3 } as const, 'icmp rejection'],
  ])('%s shows that a host is up, and ends the discovery', (_name, answer, how) => {
    const world = createWorld((port) => (port === 443 ? answer : 'silence'));
    world.engine.add(jobOf({ id: 1, mode: 'discover', ports: [0, 443, ...ports(100)] }));
    world.run();
    expect(world.finished.get(1)).toMatchObject({ how, rttMs: 3 });
    expect(world.sent.length).toBeLessThanOrEqual(12);
  });

  it('an echo reply shows that a host is up', () => {
    const world = createWorld((port) =>
      port === 0 ? { verdict: 'closed', afterMs: 3 } : 'silence',
    );
    world.engine.add(jobOf({ id: 1, mode: 'discover', ports: [0, 443] }));
    world.run();
    expect(world.finished.get(1)?.how).toBe('icmp echo');
  });

  it('ICMP messages of other hosts do not show that a host is up', () => {
    const world = createWorld((port) =>
      port === 0 ? 'no_echo' : { verdict: 'unreachable', afterMs: 3 },
    );
    world.engine.add(jobOf({ id: 1, mode: 'discover', ports: [0, 443, 80] }));
    world.run();
    expect(world.finished.get(1)).toMatchObject({ how: null, refused: null });
    expect(world.now).toBeLessThan(100);
  });

  it('the last of a hundred ports is tried too, twice', () => {
    const world = createWorld((port, nth) =>
      port === 100 && nth === 2 ? { verdict: 'open', afterMs: 3 } : 'silence',
    );
    world.engine.add(jobOf({ id: 1, mode: 'discover', ports: ports(100) }));
    world.run();
    expect(world.finished.get(1)?.how).toBe('tcp/100 open');
  });
});

describe('cancellation of jobs', () => {
  it('drops all attempts of that job, and none of others', () => {
    const world = createWorld(() => 'silence');
    world.engine.add(jobOf({ id: 1, ports: ports(500) }));
    world.engine.add(jobOf({ id: 2, ports: ports(10) }));
    world.run(50);
    world.engine.cancel(1);
    const sent = world.sent.filter((s) => s.ip === '10.0.0.1').length;
    world.run();
    expect(world.sent.filter((s) => s.ip === '10.0.0.1')).toHaveLength(sent);
    expect([...world.finished.keys()]).toEqual([2]);
    expect(world.engine.idle()).toBe(true);
  });
});
