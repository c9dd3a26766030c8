import type { Api } from '../../api/shapes.js';

type HostCoverage = NonNullable<Api<'Host'>['coverage']>;

/** Whether a host was checked. `reasons`: what was left out, with the remedy. */
export interface CoverageWords {
  state: 'checked' | 'partly checked' | 'not checked';
  reasons: string[];
}

/** Whether nothing is known about a host: zero findings then do not mean that it has none. */
export const isUnknown = ({
  coverage,
  risk = 0,
}: Pick<Api<'Host'>, 'coverage' | 'risk'>): boolean =>
  risk === 0 && coverage !== undefined && coverageWords(coverage).state === 'not checked';

/**
 * Returns in words how far a host was checked, by the rule of the service: what was never collected does not count
 * when the other part was, and a host without data is never checked.
 */
export function coverageWords({ packages, services }: HostCoverage): CoverageWords {
  const parts = [packages, services].filter(({ state }) => state !== 'not_applicable');
  const collected = parts.filter(({ reason }) => reason !== 'not_collected');
  const missing = (collected.length > 0 ? collected : parts).filter(
    ({ state }) => state !== 'matched',
  );
  const messages = missing.flatMap(({ message }) => (message === null ? [] : [message]));
  const reasons = [...new Set(messages)];
  const isSome = collected.some(({ state }) => state !== 'not_matched');
  if (!isSome) return { state: 'not checked', reasons };
  return { state: missing.length > 0 ? 'partly checked' : 'checked', reasons };
}
