import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Clock } from '../../platform/clock.js';
import type { EngineStore } from './engine.store.js';
import type { ActiveTask } from './task.js';
import type { TaskType } from '../task-type.js';

/**
 * What the parts of the engine share. A change of a table always comes first, its effect here after the
 * commit.
 */
export interface EngineState {
  database: Database;
  clock: Clock;
  log: BaseLogger;
  store: EngineStore;
  types: ReadonlyMap<string, TaskType>;
  limits: { places: number; slots: number; turnMs: number };
  wake: () => void;
  /** the tasks that have a place */
  active: Map<number, ActiveTask>;
  /** where the round of task ids stands */
  lastAdmitted: number;
  closing: boolean;
}

/** Runs statements of the store in one transaction. */
export const engineTransaction = <T>(engine: EngineState, run: () => T): Promise<T> =>
  writeTransaction(engine.database, run);

export const activeIds = (engine: EngineState): Set<number> => new Set(engine.active.keys());
