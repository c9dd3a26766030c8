/** The resources whose changes are events. Their topic is the plural. */
type Resource = 'host' | 'group' | 'template' | 'acceptance';
type Change = 'created' | 'updated' | 'deleted';

/** A change of one or many of a resource. The id is that of the only one; null: there are several, or it is
 * not known. */
export type ChangeEvent = {
  [R in Resource]: { event: `${R}.${Change}`; count: number } & Record<`${R}_id`, number | null>;
}[Resource];

/** Stores the event of a change, in the caller's transaction. It is sent after the commit. */
export interface ChangeLog {
  append(event: ChangeEvent): void;
}

/**
 * Stores one event for the change of any number of a resource; none without ids. Each id is given once. Call it inside
 * the transaction of the change.
 */
export function appendChange(
  log: ChangeLog,
  event: ChangeEvent['event'],
  ids: readonly number[],
): void {
  if (ids.length === 0) return;
  log.append(toChangeEvent(event, ids.length, ids.length === 1 ? (ids[0] ?? null) : null));
}

/** Stores one event for a change of which only the number is known; none for 0. */
export function appendCount(log: ChangeLog, event: ChangeEvent['event'], count: number): void {
  if (count > 0) log.append(toChangeEvent(event, count, null));
}

/** Returns the event with the name of its id. */
export function toChangeEvent(
  event: ChangeEvent['event'],
  count: number,
  id: number | null,
): ChangeEvent {
  return { event, count, [`${resourceOf(event)}_id`]: id } as ChangeEvent;
}

/** The resource of an event: the text before its first dot. */
export const resourceOf = (event: string): string => event.slice(0, event.indexOf('.'));
