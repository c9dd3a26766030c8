import type { LookupEcosystem } from './distributions/ubuntu-pro.js';

/** An affected package that data may exist about, with the version to compare. */
export interface LookupTarget extends LookupEcosystem {
  kind: 'source' | 'binary';
  name: string;
  version: string;
  /** false: the package list does not say which epoch the version has */
  hasEpoch: boolean;
  /** true: the package is of the release of this ecosystem, or of that of another such target */
  isAlternative?: true;
}

/** A lookup target with the id of its affected package and the compared version. */
export interface ResolvedTarget {
  target: LookupTarget;
  /** undefined: no data about this package */
  packageId: number | undefined;
  version: string;
  /** the key of `version`; empty without a package id */
  key: Buffer;
}
