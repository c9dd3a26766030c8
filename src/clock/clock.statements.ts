import type { Sqlite } from '../database/sqlite.js';
import type { ClockJump, ClockState } from './jumps.js';

const READ = 'SELECT seen_at, highest, observed FROM clock';
const READ_JUMPS = 'SELECT noticed_at, seconds, lag, observed FROM clock_jumps ORDER BY id';
const SAVE = `INSERT INTO clock (id, seen_at, highest, observed) VALUES (1, @seen_at, @highest, @observed)
  ON CONFLICT (id) DO UPDATE SET seen_at = @seen_at, highest = @highest, observed = @observed`;
const ADD_JUMP = `INSERT INTO clock_jumps (noticed_at, seconds, lag, observed)
  VALUES (@noticed_at, @seconds, @lag, @observed)`;

/** Statements of what was seen of the clock. `save` and `saveJumps` run in one transaction. */
export function createClockStatements(sqlite: Sqlite) {
  const read = sqlite.prepare<[], Omit<ClockState, 'jumps'>>(READ);
  const readJumps = sqlite.prepare<[], ClockJump>(READ_JUMPS);
  const save = sqlite.prepare(SAVE);
  const removeJumps = sqlite.prepare('DELETE FROM clock_jumps');
  const addJump = sqlite.prepare(ADD_JUMP);
  return {
    /** Returns what was seen before; null for a new database. */
    read: (): ClockState | null => {
      const row = read.get();
      return row === undefined ? null : { ...row, jumps: readJumps.all() };
    },
    save: ({ seen_at, highest, observed }: ClockState): void =>
      void save.run({ seen_at, highest, observed }),
    saveJumps: (jumps: readonly ClockJump[]): void => {
      removeJumps.run();
      for (const jump of jumps) addJump.run(jump);
    },
  };
}
