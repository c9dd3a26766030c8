import { activeIds, engineTransaction, type EngineState } from './state.js';
import { taskPercent } from './task.js';
import { progressText } from './messages.js';

/** Writes the progress of all tasks in one transaction, and tells the queue how long it is. */
export async function saveProgress(engine: EngineState): Promise<void> {
  const { active, store, clock } = engine;
  if (active.size === 0) return;
  await engineTransaction(engine, () => {
    const now = clock.now();
    for (const t of active.values()) {
      if (!t.hasUnsavedProgress) continue;
      store.saveProgress(t.id, taskPercent(t), progressText(t.text, t.done, t.total), now);
    }
    store.saveQueueTexts(engine.lastAdmitted, activeIds(engine), now);
  });
  for (const t of active.values()) {
    t.percent = taskPercent(t);
    t.hasUnsavedProgress = false;
  }
}
