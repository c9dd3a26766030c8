import { activeIds, inOne, type EngineContext } from './state.js';
import { percentOf } from './task.js';
import { progressText } from './messages.js';

/** Writes the progress of all tasks in one transaction, and tells the queue how long it is. */
export async function saveProgress(engine: EngineContext): Promise<void> {
  const { active, store, clock } = engine;
  if (active.size === 0) return;
  await inOne(engine, () => {
    const now = clock.now();
    for (const t of active.values()) {
      if (!t.dirty) continue;
      store.saveProgress(t.id, percentOf(t), progressText(t.text, t.done, t.total), now);
    }
    store.saveQueueTexts(engine.lastAdmitted, activeIds(engine), now);
  });
  for (const t of active.values()) {
    t.percent = percentOf(t);
    t.dirty = false;
  }
}
