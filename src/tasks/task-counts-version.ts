/** Raise it when a comparison counts differently: stored counts of tasks are computed again then. */
export const TASK_COUNTS_VERSION = 2;
