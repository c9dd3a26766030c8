import type { HostState } from './host-packages.js';

/** The numbers of the packages that went and that came. */
export interface PackageDelta {
  removed: number[];
  added: number[];
}

/** What differs between two states of a host; null where more than its packages does, so that all of them are to be judged anew. */
export function diffHostStates(was: HostState, is: HostState): PackageDelta | null {
  if (was.ecosystems !== is.ecosystems || was.running !== is.running) return null;
  const [before, after] = [numbersOf(was), numbersOf(is)];
  return {
    removed: [...before].filter((id) => !after.has(id)).map(Number),
    added: [...after].filter((id) => !before.has(id)).map(Number),
  };
}

const numbersOf = ({ packages }: HostState): ReadonlySet<string> =>
  new Set(packages === null ? [] : packages.split(','));
