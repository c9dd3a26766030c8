import { toFinding, type FeedVersion } from '../findings/findings.presenter.js';
import type { FlatList } from './flat-lists.js';
import type { FlatRow } from './flat.repository.js';

/** A page of findings of all hosts: a JSON array, and the number of all that match. */
export interface FlatPage {
  items: string;
  total: number;
}

/** Presents a page as the API returns it. */
export const presentFlatList = ({ rows, total }: FlatList, feedVersion: FeedVersion): FlatPage => ({
  items: JSON.stringify(rows.map((row) => toFlatFinding(row, feedVersion))),
  total,
});

function toFlatFinding({ changed_at, cause, ...row }: FlatRow, feedVersion: FeedVersion) {
  const { first_seen, last_seen } = row;
  const finding = toFinding({ ...row, first_seen: first_seen ?? 0, last_seen: 0 }, feedVersion);
  const stateOfNow = finding.accepted === null ? 'open' : 'accepted';
  const state = first_seen === null ? 'fixed' : stateOfNow;
  return { ...finding, first_seen, last_seen, state, changed_at, cause };
}
