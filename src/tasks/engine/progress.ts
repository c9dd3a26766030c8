import { MAX_STATE_BYTES, type HostProgress } from '../task-type.js';
import type { StoredProgress } from './engine.statements.js';
import { progressText, queuedText } from './messages.js';
import { taskEvent } from './task-events.js';
import {
  engineTransaction,
  listQueued,
  raisePercent,
  type EngineState,
  type HostRun,
} from './state.js';

interface ProgressWrite {
  taskId: number;
  run: HostRun;
  progress: StoredProgress;
}

/** Most hosts take less, and never cause a write. */
const MIN_RUNNING_MS = 1_000;
/** States that are stored at a time: 8 MiB at most. The others follow at the next time. */
const MAX_STATES = 128;

/** Queued tasks whose position is shown; the others show it later. */
const MAX_QUEUE_TEXTS = 50;

/**
 * Records a report about a host. After a restart, work that was reported before it is not reported again:
 * progress never jumps back.
 * @returns whether the report is shown
 */
export function recordFraction(run: HostRun, { fraction }: HostProgress): boolean {
  const share = Math.min(1, fraction) || 0;
  if (run.resumedFrom !== null && share < run.resumedFrom) return false;
  run.fraction = Math.max(run.fraction, share);
  return true;
}

/** Keeps the latest state of a host until it is stored. */
export function recordState(run: HostRun, state: Uint8Array): void {
  if (state.length <= MAX_STATE_BYTES) run.state = state;
}

/** Saves the progress of all active tasks and their hosts, and the positions of queued ones, in one transaction. */
export async function saveProgress(engine: EngineState): Promise<void> {
  const { active, statements, clock, events } = engine;
  if (active.size === 0) return;
  await engineTransaction(engine, () => {
    const now = clock.now();
    storeHostProgress(engine);
    for (const task of active.values()) {
      if (!task.hasUnsavedProgress) continue;
      const text = progressText(task.text, task.done, task.total);
      const percent = raisePercent(task);
      if (statements.saveProgress(task.id, percent, text, now))
        events.announce(taskEvent(task, { event: 'task.progress', percent, state: text }));
    }
    listQueued(engine, statements.listStates, MAX_QUEUE_TEXTS).forEach((task, ahead) => {
      const { id, template_id: templateId, percent } = task;
      const state = queuedText(ahead);
      if (task.state !== state && statements.saveState(id, state, now))
        events.announce(taskEvent({ id, templateId }, { event: 'task.progress', percent, state }));
    });
  });
  for (const task of active.values()) {
    task.hasUnsavedProgress = false;
  }
}

/**
 * Stores changed states of hosts in progress, and their changed shares. Call it in a transaction. A state of a
 * transaction that fails is not stored again; the next one is.
 */
function storeHostProgress(engine: EngineState): void {
  for (const { taskId, run, progress } of chooseWrites(engine)) {
    const hostId = run.host.host_id;
    if (hasNewState(run)) engine.statements.saveHostState(taskId, hostId, progress);
    else engine.statements.saveHostFraction(taskId, hostId, progress.fraction);
    run.stored = progress;
  }
}

function chooseWrites({ active, clock }: EngineState): ProgressWrite[] {
  const now = clock.monotonicMs();
  const writes = [...active.values()].flatMap(({ id, running }) =>
    [...running.values()].flatMap((run): ProgressWrite[] => {
      const { state, fraction } = run;
      if (!state || !isDue(run, now)) return [];
      return [{ taskId: id, run, progress: { state, fraction } }];
    }),
  );
  const states = writes.filter(({ run }) => hasNewState(run)).slice(0, MAX_STATES);
  return [...states, ...writes.filter(({ run }) => !hasNewState(run))];
}

function isDue(run: HostRun, now: number): boolean {
  if (run.result || run.controller.signal.aborted) return false;
  if (run.stored === null) return now - run.startedAtMs >= MIN_RUNNING_MS;
  return hasNewState(run) || run.stored.fraction !== run.fraction;
}

const hasNewState = ({ state, stored }: HostRun): boolean => stored?.state !== state;
