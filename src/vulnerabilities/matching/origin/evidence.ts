import type { MatchablePackage } from '../../facts.js';

/**
 * The properties of a package that show who built it. `vendor`: of an rpm, or the repository of a Debian package; null
 * or absent: not reported.
 */
export type OriginEvidence = Pick<MatchablePackage, 'format' | 'name' | 'version'> &
  Partial<Pick<MatchablePackage, 'source' | 'source_version' | 'vendor'>>;

/** The publisher of a package where neither its version nor its vendor names one. */
export const UNKNOWN_PUBLISHER = 'an unknown publisher';
