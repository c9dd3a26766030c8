import type { Api } from '../../api/shapes.js';
import { placeText } from '../findings/place-text.js';
import type { CsvColumns } from '../table/csv-button.js';
import { exactTime } from '../time.js';

/** An entry of a difference; `changes`: of one that changed. */
export type ListedEntry = Api<'DiffEntry'> & { changes?: string[] };

/** The columns of the entries of a difference as CSV. */
export const ENTRY_CSV: CsvColumns<ListedEntry> = [
  ['vulnerability', ({ vulnerability_id: id }) => id],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['certainty', ({ confidence }) => confidence],
  ['risk', ({ risk }) => `${risk}`],
  ['known exploited', ({ kev }) => (kev === null ? 'no' : 'yes')],
  ['address', ({ ip }) => ip],
  ['host', ({ name }) => name],
  ['where', placeText],
  ['installed', ({ installed_version: version }) => version ?? ''],
  ['fixed in', ({ fixed_version: version }) => version ?? ''],
  ['accepted', ({ accepted }) => (accepted === null ? 'no' : 'yes')],
  ['why', ({ why }) => why],
  ['cause', ({ cause }) => cause ?? ''],
  ['changes', ({ changes }) => (changes ?? []).join('; ')],
  ['action', ({ remedy }) => remedy],
  ['first seen', ({ first_seen }) => exactTime(first_seen)],
];
