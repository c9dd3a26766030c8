import type { Api } from '../../api/shapes.js';

/** The newest finished tasks of a template in numbers, oldest first, and the newest due starts of its schedule. */
export interface ChainData {
  chain: Api<'ChainCounts'>;
  history: Api<'ScheduleHistoryItem'>[];
}
