import { createSocketLimit } from '../../../src/platform/scanner/socket-limit.js';
import type { Engine } from '../../../src/platform/scanner/engine/engine.js';
import { createEngine } from '../../../src/platform/scanner/engine/engine.js';
import type { JobOutcome, JobSpec } from '../../../src/platform/scanner/host-job.js';
import type { ProbeIo, ConnectResult } from '../../../src/platform/scanner/probe-io.js';
import { toScanTarget } from '../../../src/platform/scanner/target.js';

/**
 * Behavior of a simulated host for the nth attempt (from 1) at a port: an answer after some
 * milliseconds, an immediate one, or silence.
 */
export type Behavior = (
  port: number,
  nth: number,
  ip: string,
) => { verdict: ConnectResult; afterMs: number } | ConnectResult | 'silence';

export interface World {
  engine: Engine;
  now: number;
  sent: { at: number; ip: string; port: number }[];
  mostHeld: number;
  finished: Map<number, JobOutcome>;
  finishedAt: Map<number, number>;
  progress: { id: number; done: number; total: number }[];
  states: Map<number, Uint8Array>;
  /** ticks the engine until all jobs have ended or the time has passed */
  run(untilMs?: number): void;
}

/** An engine with a simulated clock that advances only by waiting. */
export function createWorld(behavior: Behavior, descriptors = 10_000): World {
  const going = new Map<number, { verdict: ConnectResult; at: number } | null>();
  const tries = new Map<string, number>();
  const world: World = {
    now: 0,
    sent: [],
    mostHeld: 0,
    finished: new Map(),
    finishedAt: new Map(),
    progress: [],
    states: new Map(),
    engine: undefined as unknown as Engine,
    run(untilMs = 1e9) {
      while (!world.engine.idle() && world.now < untilMs) world.engine.tick();
    },
  };
  const io: ProbeIo = {
    start(id, target, port) {
      const key = `${target.ip} ${port}`;
      const nth = (tries.get(key) ?? 0) + 1;
      tries.set(key, nth);
      const what = behavior(port, nth, target.ip);
      if (what !== 'busy') world.sent.push({ at: world.now, ip: target.ip, port });
      if (typeof what === 'string' && what !== 'silence') return what;
      going.set(
        id,
        what === 'silence' ? null : { verdict: what.verdict, at: world.now + what.afterMs },
      );
      world.mostHeld = Math.max(world.mostHeld, going.size);
      return null;
    },
    drop: (id) => {
      going.delete(id);
    },
    poll(waitMs, onAnswer) {
      const next = Math.min(...[...going.values()].map((answer) => answer?.at ?? Infinity));
      world.now = Math.max(world.now + 0.01, Math.min(world.now + waitMs, next));
      for (const [id, answer] of [...going]) {
        if (!answer || answer.at > world.now) continue;
        going.delete(id);
        onAnswer(id, answer.verdict);
      }
    },
    close: () => undefined,
  };
  world.engine = createEngine(io, () => world.now, createSocketLimit(descriptors), {
    progress: (id, done, total) => {
      world.progress.push({ id, done, total });
    },
    state: (id, state) => {
      world.states.set(id, state);
    },
    finished(id, outcome) {
      world.finished.set(id, outcome);
      world.finishedAt.set(id, world.now);
    },
  });
  return world;
}

export function jobOf(
  fields: Partial<Omit<JobSpec, 'target'>> & { id: number; ip?: string },
): JobSpec {
  const { ip = `10.0.0.${fields.id}`, ...rest } = fields;
  const pace = {
    packetsPerSecond: 10_000,
    connectionsPerHost: 100,
    minTimeoutMs: 100,
    maxTimeoutMs: 1_000,
    maxTries: 8,
  };
  return { key: 1, mode: 'scan', ports: [1, 2, 3], pace, target: toScanTarget(ip), ...rest };
}

export const ports = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
