import { writeFindings, type FeedVersion } from '../findings/findings.presenter.js';
import type { FlatList } from './flat-lists.js';
import type { FlatRow } from './flat-findings.js';

/** A page of findings of all hosts: a JSON array, and the number of all that match. */
export interface FlatPage {
  items: string;
  total: number;
}

/** Presents a page as the API returns it. */
export const presentFlatList = ({ rows, total }: FlatList, feedVersion: FeedVersion): FlatPage => ({
  items: writeFindings(rows, feedVersion, stateOf),
  total,
});

function stateOf({ first_seen, accepted, changed_at, cause }: FlatRow) {
  const stateOfNow = accepted === null ? 'open' : 'accepted';
  const state = first_seen === null ? 'fixed' : stateOfNow;
  return { state, changed_at: changed_at ?? null, cause: cause ?? null };
}
