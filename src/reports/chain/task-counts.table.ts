/**
 * The stored counts of the diff of a task. `counts`: JSON. When a comparison counts differently, a migration removes
 * all rows.
 */
export interface TaskCountsTable {
  template_id: number;
  task_id: number;
  counts: string;
}
