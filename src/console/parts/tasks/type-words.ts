/** The types of tasks, and their names for people. */
export const TYPE_OPTIONS: readonly (readonly [string, string])[] = [
  ['pentest', 'network scan'],
  ['inventory', 'inventory'],
  ['agentInventory', 'inventory by agents'],
];

/** Returns the name of a type of tasks; the type itself if it has none. */
export const typeWords = (type: string): string =>
  TYPE_OPTIONS.find(([name]) => name === type)?.[1] ?? type;
