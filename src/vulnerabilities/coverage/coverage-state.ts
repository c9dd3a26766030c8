/**
 * `matched`: compared with the vulnerability data of its feeds; `partly`: a part was not; `not_matched`: nothing was;
 * `not_applicable`: the task does not collect it.
 */
export type CoverageState = 'matched' | 'partly' | 'not_matched' | 'not_applicable';

/** The part of the coverage that texts need. `reason`: null if it is matched or does not apply. */
export interface PartState {
  state: CoverageState;
  reason: string | null;
}

/** The packages and the ports (`services`) of a host: two facts. */
export type PartStates = Record<'packages' | 'services', PartState>;

/** How far a host was checked: `partly` if one of the two parts was not fully checked. */
export type CheckedState = 'checked' | 'partly' | 'not_checked';

/** Returns how far a host was checked. A part that does not apply does not count; a part without data does. */
export function checkedState(coverage: PartStates): CheckedState {
  const states = [coverage.packages.state, coverage.services.state].filter(
    (state) => state !== 'not_applicable',
  );
  if (states.every((state) => state === 'not_matched')) return 'not_checked';
  return states.every((state) => state === 'matched') ? 'checked' : 'partly';
}

/**
 * How much of the package list a report contains. `partly`: entries are unreadable, or the list was cut; `missing`: it
 * has no section with a list.
 */
export type PackageListState = 'whole' | 'partly' | 'unreadable' | 'missing';
