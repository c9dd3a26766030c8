import type { Sqlite } from '../../database/sqlite.js';
import { countEndingAcceptances } from './acceptances.repository.js';

/** Returns how many active acceptances end within a number of days. @param now Unix seconds */
export const readEndingAcceptances = (sqlite: Sqlite, now: number, days: number): number =>
  countEndingAcceptances(sqlite, now, days);
