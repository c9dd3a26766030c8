import type { CloseStack } from '../lib/close-stack.js';
import { startEverySecond, type EverySecond } from './every-second.js';
import { createTicker, type TickerDeps } from './schedules.tick.js';

/** Fires the schedules. */
export interface Schedules {
  /** Starts to fire them, every second. */
  begin(): void;
  /** Returns false before `begin`, and if they do not fire in time. */
  isTicking(): boolean;
}

/** Creates the ticker and what drives it. `onClose` ends them. */
export function createSchedules(deps: TickerDeps, onClose: CloseStack): Schedules {
  const ticker = createTicker(deps);
  onClose.add(() => ticker.close());
  let timer: EverySecond | null = null;
  return {
    begin() {
      const started = startEverySecond(() => ticker.tick(deps.clock.now()), deps.clock);
      onClose.add(() => started.stop());
      timer = started;
    },
    isTicking: () => timer?.isTicking() === true && ticker.isHealthy(),
  };
}
