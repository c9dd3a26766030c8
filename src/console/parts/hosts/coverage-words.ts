import {
  checkedState,
  type CheckedState,
} from '../../../vulnerabilities/coverage/coverage-state.js';
import { hostCoverageText, partWords } from '../../../vulnerabilities/coverage/coverage.text.js';
import type { Api } from '../../api/shapes.js';

type HostCoverage = NonNullable<Api<'Host'>['coverage']>;

/**
 * How far a host was checked. `words`: for a cell; `text`: a sentence for each of packages and ports; `reasons`: what
 * was left out, with the remedy.
 */
interface CoverageWords {
  state: CheckedState;
  words: string;
  text: string;
  reasons: string[];
}

/** The part of a host that its number of open findings is about. */
type Knowledge = 'whole' | 'some' | 'nothing';

/** Returns what is known about a host: zero findings mean that it has none only where it was checked as a whole. */
export function knownOf({ coverage, open = 0 }: Pick<Api<'Host'>, 'coverage' | 'open'>): Knowledge {
  const state = coverage && checkedState(coverage);
  if (open > 0 || state === undefined || state === 'checked') return 'whole';
  return state === 'partly' ? 'some' : 'nothing';
}

/** Returns in words how far a host was checked, by the rule of the service. */
export function coverageWords(coverage: HostCoverage): CoverageWords {
  const { packages, services } = coverage;
  const missing = [packages, services].filter(
    ({ state }) => state === 'partly' || state === 'not_matched',
  );
  const messages = missing.flatMap(({ message }) => (message === null ? [] : [message]));
  return {
    state: checkedState(coverage),
    words: partWords(coverage),
    text: hostCoverageText(coverage),
    reasons: [...new Set(messages)],
  };
}
