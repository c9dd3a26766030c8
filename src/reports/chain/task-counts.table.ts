/** The stored counts of the diff of a task. `counts`: JSON. */
export interface TaskCountsTable {
  template_id: number;
  task_id: number;
  version: number;
  counts: string;
}
