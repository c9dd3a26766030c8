import { describe, expect, it } from 'vitest';
import { decodeScanState } from '../../../../src/platform/scanner/scan-state.js';
import { createWorld, jobOf, ports, type Behavior, type World } from '../fake-io.js';

const PORTS = ports(2_000);
const slowly = {
  packetsPerSecond: 300,
  connectionsPerHost: 100,
  minTimeoutMs: 100,
  maxTimeoutMs: 1_000,
  maxTries: 8,
};

// Every third port is silent, every seventh is rejected, every fiftieth is open.
const MIXED: Behavior = (port) => {
  if (port % 3 === 0) return 'silence';
  if (port % 7 === 0) return { verdict: 'rejected', afterMs: 5 };
  return { verdict: port % 50 === 0 ? 'open' : 'closed', afterMs: 5 };
};

function start(savedState?: Uint8Array, behavior = MIXED): World {
  const world = createWorld(behavior);
  world.engine.add(jobOf({ id: 1, ports: PORTS, pace: slowly, savedState }));
  return world;
}

/** Runs for some time, then returns the world and its last state, as a crash leaves them. */
function crashAfter(ms: number, savedState?: Uint8Array, behavior = MIXED) {
  const world = start(savedState, behavior);
  world.run(ms);
  const state = world.states.get(1);
  if (!state) throw new Error(`no state after ${ms} ms`);
  return { world, state };
}

const triesOf = ({ sent }: World, port: number): number =>
  sent.filter((s) => s.port === port).length;

describe('a scan that is continued', () => {
  it.each([2_500, 5_000, 8_100, 11_000])(
    'has the result of an uninterrupted one, after a crash at %i ms',
    (ms) => {
      const whole = start();
      whole.run();
      const continued = start(crashAfter(ms).state);
      continued.run();
      const { open, closed, filtered, silent } = continued.finished.get(1) ?? {};
      expect({ open, closed, filtered, silent }).toEqual({
        open: whole.finished.get(1)?.open,
        closed: whole.finished.get(1)?.closed,
        filtered: whole.finished.get(1)?.filtered,
        silent: whole.finished.get(1)?.silent,
      });
    },
  );

  it('has the same result after several crashes', () => {
    const first = crashAfter(2_500).state;
    const second = crashAfter(2_500, first).state;
    const last = start(second);
    last.run();
    const whole = start();
    whole.run();
    expect(last.finished.get(1)?.open).toEqual(whole.finished.get(1)?.open);
    expect(last.finished.get(1)?.closed).toBe(whole.finished.get(1)?.closed);
  });

  it('tries ports without a result only', () => {
    const { state } = crashAfter(5_000);
    const saved = decodeScanState(state);
    const settled = [saved?.open, saved?.closed, saved?.filtered].flatMap((l) =>
      Array.from(l ?? []),
    );
    const closed = Array.from(saved?.closed ?? []);
    const filtered = Array.from(saved?.filtered ?? []);
    expect(filtered.filter((port) => port < 1 || port % 7 !== 0 || port % 3 === 0)).toEqual([]);
    expect(closed.filter((port) => port < 1 || port % 7 === 0 || port % 3 === 0)).toEqual([]);
    expect(Math.min(closed.length, filtered.length)).toBeGreaterThan(50);
    const continued = start(state);
    continued.run();
    expect(settled.length).toBeGreaterThan(500);
    expect(settled.filter((port) => triesOf(continued, port) > 0)).toEqual([]);
  });

  it('repeats at most the attempts of the last seconds', () => {
    const { world, state } = crashAfter(5_900);
    const continued = start(state);
    continued.run();
    const whole = start();
    whole.run();
    const repeated = world.sent.length + continued.sent.length - whole.sent.length;
    expect(repeated).toBeLessThanOrEqual(5 * slowly.packetsPerSecond);
    const early = new Set(world.sent.filter((s) => s.at < 900).map((s) => s.port));
    const answered = [...early].filter((port) => port % 3 !== 0);
    expect(answered.filter((port) => triesOf(continued, port) > 0)).toEqual([]);
  });

  it('does not repeat a finished pass', () => {
    const silence: Behavior = () => 'silence';
    const { world, state } = crashAfter(9_000, undefined, silence);
    expect(world.sent.length).toBeGreaterThan(PORTS.length);
    const continued = start(state, silence);
    continued.run();
    expect(continued.finished.get(1)).toMatchObject({ open: [], closed: 0, filtered: 2_000 });
    expect(continued.sent.length).toBeLessThan(PORTS.length);
  });

  it('reports progress from where it was', () => {
    const { world, state } = crashAfter(5_000);
    const continued = start(state);
    continued.run();
    const done = continued.progress[0]?.done ?? 0;
    expect(done).toBeGreaterThan((world.progress.at(-1)?.done ?? 0) / 2);
    expect(continued.progress[0]?.total).toBe(2_000);
  });

  it('drops ports that are not requested any more', () => {
    const { state } = crashAfter(5_000);
    const world = createWorld(MIXED);
    world.engine.add(jobOf({ id: 1, ports: ports(100), pace: slowly, savedState: state }));
    world.run();
    const { open, closed, filtered } = world.finished.get(1) ?? {
      open: [],
      closed: 0,
      filtered: 0,
    };
    expect(open.length + closed + filtered).toBe(100);
  });

  it('starts from the beginning if its state cannot be read', () => {
    const continued = start(Uint8Array.of(1, 2, 3));
    continued.run();
    expect(new Set(continued.sent.map((s) => s.port)).size).toBe(2_000);
  });

  it('ends at once if every port has a result', () => {
    const closed: Behavior = () => ({ verdict: 'closed', afterMs: 1 });
    const world = createWorld(closed);
    world.engine.add(jobOf({ id: 1, ports: PORTS, pace: { ...slowly, packetsPerSecond: 990 } }));
    world.run(2_010);
    const state = world.states.get(1);
    const last = createWorld(closed);
    last.engine.add(jobOf({ id: 1, ports: ports(1_500), ...(state && { savedState: state }) }));
    last.run();
    expect(last.sent).toEqual([]);
    expect(last.finished.get(1)).toMatchObject({ closed: 1_500 });
  });
});

describe('states of a scan', () => {
  it('are reported every two seconds, and never for a discovery', () => {
    const world = createWorld(() => 'silence');
    const states: number[] = [];
    const set = world.states.set.bind(world.states);
    world.states.set = (id, state) => {
      states.push(world.now);
      return set(id, state);
    };
    world.engine.add(jobOf({ id: 1, ports: PORTS, pace: slowly }));
    world.engine.add(jobOf({ id: 2, mode: 'discover', ports: PORTS, pace: slowly }));
    world.run(9_000);
    expect(world.states.has(2)).toBe(false);
    expect(states.length).toBeGreaterThanOrEqual(3);
    expect(states.length).toBeLessThanOrEqual(4);
  });
});
