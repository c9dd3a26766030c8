import type { Api } from '../../api/shapes.js';

type Certainty = Api<'Finding'>['confidence'];

/** The meaning of each certainty. */
export const MEANINGS: Readonly<Record<Certainty, string>> = {
  confirmed: 'the list of packages or a check proves it',
  'version-based': 'the service reports an affected version',
  possible: 'the reported version may contain a fix that it does not show',
};

/** From the surest on. */
const WORDS: readonly Certainty[] = ['confirmed', 'version-based', 'possible'];

/** Returns the certainties that some findings of an action have, the surest first. */
export const certaintiesOf = (counts: Api<'Remediation'>['by_confidence']): Certainty[] =>
  WORDS.filter((word) => counts[word] > 0);

/** Returns how certain the findings of an action are: `possible`, or `2 confirmed, 3 possible`. */
export function certaintyText(counts: Api<'Remediation'>['by_confidence']): string {
  const present = certaintiesOf(counts);
  return present.map((word) => (present.length > 1 ? `${counts[word]} ${word}` : word)).join(', ');
}
