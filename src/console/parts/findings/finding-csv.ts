import type { Api } from '../../api/shapes.js';
import { exactTime } from '../time.js';
import { placeText } from './place-text.js';

type Finding = Api<'FlatFinding'>;

const timeText = (at: number | null): string => (at === null ? '' : exactTime(at));

/** The columns of findings of all hosts as CSV. */
export const FINDING_CSV: readonly (readonly [heading: string, text: (row: Finding) => string])[] =
  [
    ['vulnerability', ({ vulnerability_id: id }) => id],
    ['title', ({ title }) => title],
    ['severity', ({ severity }) => severity],
    ['certainty', ({ confidence }) => confidence],
    ['risk', ({ risk }) => `${risk}`],
    ['known exploited', ({ kev }) => (kev === null ? 'no' : 'yes')],
    ['epss', ({ epss }) => `${epss?.score ?? ''}`],
    ['address', ({ ip }) => ip],
    ['host', ({ name }) => name],
    ['where', placeText],
    ['installed', ({ installed_version: version }) => version ?? ''],
    ['fixed in', ({ fixed_version: version }) => version ?? ''],
    ['state', ({ state }) => state],
    ['first seen', ({ first_seen }) => timeText(first_seen)],
    ['changed', ({ changed_at }) => timeText(changed_at)],
  ];
