import type { Api } from '../../api/shapes.js';

/** Hosts by id, or all that match a filter: nothing changes if their number is no longer the expected one. */
export type ChosenHosts = { ids: number[] } | { filter: Api<'HostFilter'>; expected: number };

/** Returns how many hosts they are. */
export const countChosen = (chosen: ChosenHosts): number =>
  'ids' in chosen ? chosen.ids.length : chosen.expected;
