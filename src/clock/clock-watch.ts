import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import { createClockStatements } from './clock.statements.js';
import { deletableBefore, firstState, lookAt, type ClockJump, type ClockState } from './jumps.js';
import { describeJump } from './jump-text.js';

/** Watches the clock for jumps. */
export interface ClockWatch {
  /** Returns the time before which data of `days` of retention may be deleted (Unix seconds). */
  deletableBefore: (days: number) => number;
  /** Returns the newest jump; null: none was noticed. */
  newestJump: () => ClockJump | null;
  /** Calls `work` after the clock was set back: times of a clock that was ahead are to be corrected. */
  onSetBack: (work: (now: number) => Promise<void>) => void;
  /** Reads the clock every ten seconds. */
  begin: () => void;
  close: () => Promise<void>;
}

interface ClockWatchDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
}

const LOOK_MS = 10_000;
const SAVE_SECONDS = 60;

/** Creates the watch, and reads the clock: the time since the last run is compared with the stored time. */
export function createClockWatch({ database, clock, log }: ClockWatchDeps): ClockWatch {
  const store = createStore({ database, log });
  const corrections: ((now: number) => Promise<void>)[] = [];
  let state = store.read() ?? firstState(clock.now());
  let lookedAt: number | null = null;
  let isSetBack = false;
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;

  function look(): ClockState {
    const at = clock.monotonicMs();
    const elapsed = lookedAt === null ? null : Math.floor((at - lookedAt) / 1000);
    if (lookedAt === null || elapsed === null) lookedAt = at;
    else lookedAt += elapsed * 1000; // parts of a second add up
    const found = lookAt(state, clock.now(), elapsed);
    ({ state } = found);
    if (found.jump) log.warn({ jump: found.jump }, describeJump(found.jump));
    if (found.jump && found.jump.seconds < 0) {
      isSetBack = true;
      void correct();
    }
    store.saveInTime(state, found.jump !== null);
    return state;
  }

  async function correct(): Promise<void> {
    if (!isSetBack || !hasBegun) return;
    isSetBack = false;
    for (const work of corrections)
      await work(clock.now()).catch((err: unknown) => {
        log.error({ err }, 'times of a clock that was ahead could not be corrected');
      });
  }

  look();
  return {
    deletableBefore: (days) => deletableBefore(look(), days),
    newestJump: () => state.jumps.at(-1) ?? null,
    onSetBack: (work) => void corrections.push(work),
    begin() {
      hasBegun = true;
      void correct();
      timer = setInterval(look, LOOK_MS).unref();
    },
    async close() {
      clearInterval(timer);
      look();
      await store.save(state, false);
    },
  };
}

/** The stored state. A failed write is repeated with the next reading. */
function createStore({ database, log }: Pick<ClockWatchDeps, 'database' | 'log'>) {
  const statements = createClockStatements(database.sqlite);
  let savedAt = -Infinity; // seconds that the service had run
  let areJumpsSaved = true;
  async function save(state: ClockState, isJump: boolean): Promise<void> {
    const shouldSaveJumps = isJump || !areJumpsSaved;
    savedAt = state.observed;
    areJumpsSaved = true;
    try {
      await database.groupCommit(() => {
        statements.save(state);
        if (shouldSaveJumps) statements.saveJumps(state.jumps);
      });
    } catch (err) {
      savedAt = -Infinity;
      areJumpsSaved = !shouldSaveJumps;
      log.error({ err }, 'the state of the clock could not be stored; retrying');
    }
  }
  return {
    read: statements.read,
    save,
    /** Saves a jump at once, and the time once a minute. */
    saveInTime(state: ClockState, isJump: boolean): void {
      if (isJump || state.observed - savedAt >= SAVE_SECONDS) void save(state, isJump);
    },
  };
}
