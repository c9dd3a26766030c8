/** The two tasks of a chain that are compared. `base`: null: the task before. */
export interface ComparedTasks {
  task: number;
  base: number | null;
}

/**
 * Returns the compared tasks of an address: without a known task the newest, without an earlier base none.
 * @param ids of the chain, oldest first
 */
export function readCompared(
  ids: readonly number[],
  { task, base }: Readonly<Record<string, string>>,
): ComparedTasks {
  const shown = ids.find((id) => `${id}` === task) ?? ids.at(-1) ?? 0;
  return { task: shown, base: ids.find((id) => `${id}` === base && id < shown) ?? null };
}

/** Returns the address of a comparison. The newest task and the one before it have the shortest. */
export function writeCompared({ task, base }: ComparedTasks): Record<string, string> {
  return { task: `${task}`, ...(base !== null && { base: `${base}` }) };
}

/** Returns the comparison after a task is chosen as base: of two tasks the later one is compared with the earlier. */
export function withBase({ task, base }: ComparedTasks, chosen: number): ComparedTasks {
  if (chosen === task) return { task, base };
  return chosen < task ? { task, base: chosen } : { task: chosen, base: task };
}
