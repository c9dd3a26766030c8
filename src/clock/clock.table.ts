import type { Generated } from 'kysely';

/** The row of `clock`: times in Unix seconds, `observed` in seconds. */
export interface ClockTable {
  id: number;
  seen_at: number;
  highest: number;
  observed: number;
}

/** A row of `clock_jumps`. `seconds` and `lag` are durations; `observed` is that of `clock` at the jump. */
export interface ClockJumpTable {
  id: Generated<number>;
  noticed_at: number;
  seconds: number;
  lag: number;
  observed: number;
}
