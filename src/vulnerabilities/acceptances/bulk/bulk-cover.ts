import type { Sqlite } from '../../../database/sqlite.js';
import type { BulkCover, BulkSelection } from './bulk.js';
import { selectBulkCover } from './bulk.repository.js';

/** Returns what acceptances of a selection cover now. @param now Unix seconds */
export const readBulkCover = (sqlite: Sqlite, selection: BulkSelection, now: number): BulkCover =>
  selectBulkCover(sqlite, selection, now);
