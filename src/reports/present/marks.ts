import { formatDate } from '../../lib/times.js';
import type { FindingView } from './entry-view.js';

/** The part of a finding that decides about its marks. */
export type MarkedFinding = Pick<FindingView, 'kev' | 'confidence' | 'unimportant'> & {
  accepted: { reason: string; by: string; until: number | null; kind?: string } | null;
};

/** A mark of a finding, equal in every form. `label`: a word or two; `text`: with all that is known. */
export interface Mark {
  kind: 'exploited' | FindingView['confidence'] | 'unimportant' | 'accepted';
  label: string;
  text: string;
}

/** Returns the marks of a finding. */
export function findingMarks({ kev, confidence, unimportant, accepted }: MarkedFinding): Mark[] {
  const marks: Mark[] = [];
  if (kev) {
    const label = kev.ransomware ? 'known exploited, ransomware' : 'known exploited';
    marks.push({ kind: 'exploited', label, text: `${label}, since ${kev.date_added}` });
  }
  marks.push({ kind: confidence, label: confidence, text: confidence });
  if (unimportant) marks.push({ kind: 'unimportant', label: 'unimportant', text: 'unimportant' });
  if (accepted) marks.push({ kind: 'accepted', label: 'accepted', text: acceptedText(accepted) });
  return marks;
}

/** Returns `accepted by ada until 2027-01-31: reachable from the office only`. */
function acceptedText({ reason, by, until, kind }: NonNullable<MarkedFinding['accepted']>): string {
  const end = until === null ? 'without end' : `until ${formatDate(until)}`;
  return `accepted by ${by}${kind === 'vendor' ? ' (vendor)' : ''} ${end}: ${reason}`;
}

/** Returns `EPSS 0.94`; null without EPSS data. */
export const epssText = ({ epss }: Pick<FindingView, 'epss'>): string | null =>
  epss && `EPSS ${epss.score > 0 && epss.score < 0.01 ? 'below 0.01' : epss.score.toFixed(2)}`;
