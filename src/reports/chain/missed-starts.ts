import type { Database } from '../../database/database.js';
import type { CountedTask } from './chain.service.js';
import { countMissedIn } from './task-counts.repository.js';

/** Adds to each task how many starts were due since the end of the task before, and started none. */
export function withMissedStarts(
  { database }: { database: Pick<Database, 'reading'> },
  templateId: number,
  tasks: readonly CountedTask[],
): (CountedTask & { missed_starts?: number })[] {
  const ends = tasks.map(({ finished_at }) => finished_at ?? 0);
  const spans = ends.slice(1).map((until, i) => ({ after: ends[i] ?? 0, until }));
  const counts = countMissedIn(database.reading(), templateId, spans);
  return tasks.map((task, i) => {
    const missed = counts[i - 1] ?? 0;
    return { ...task, ...(missed > 0 && { missed_starts: missed }) };
  });
}
