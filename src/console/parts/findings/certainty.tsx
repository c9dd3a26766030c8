import type { Api } from '../../api/shapes.js';
import { certaintiesOf, MEANINGS } from './certainty-words.js';

/** How certain a finding is, as a mark with a word. */
export const CertaintyMark = ({ confidence }: Pick<Api<'Finding'>, 'confidence'>) => (
  <span class={`badge certainty-${confidence}`} title={MEANINGS[confidence]}>
    {confidence}
  </span>
);

/** How certain the findings of an action are: one word, or the number of each. */
export function CertaintyMarks({ counts }: { counts: Api<'Remediation'>['by_confidence'] }) {
  const present = certaintiesOf(counts);
  return (
    <>
      {present.map((word) => (
        <span key={word} class={`badge certainty-${word}`} title={MEANINGS[word]}>
          {present.length > 1 && `${counts[word]} `}
          {word}
        </span>
      ))}
    </>
  );
}
