import type { Fact } from '../facts.js';
import { programAt } from '../remediations/program.js';

/**
 * Returns why the end of a branch is a finding, and what to do.
 * @param what the version that a program reports, and the end of its branch
 */
export function explainEnd(
  fact: Pick<Fact, 'port' | 'transport' | 'basis' | 'confidence'>,
  what: string,
): { explanation: string; remedy: string } {
  const doubt =
    fact.confidence === 'possible'
      ? ' A distribution may still fix its own build of it; this version does not show whether it is one.'
      : '';
  return {
    explanation: `${what}: it gets no security updates.${doubt}`,
    remedy: `Upgrade ${programAt([fact])} to a supported branch.`,
  };
}
