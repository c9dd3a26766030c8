import type { FeedName } from '../../knowledge/records.js';
import {
  otherPackagesText,
  unknownCount,
  type OtherPackages,
  type StoredOthers,
} from '../matching/origin/other-packages.js';
import type { CoverageState } from './coverage-state.js';

/**
 * Why a part is not matched. `no_data`: no feed with data about it is loaded; `unsupported_system`: no feed covers the
 * system; `unreadable`: the package list could not be read; `not_collected`: nothing was imported or scanned;
 * `no_result`: the task has no result for the host, or a check of a port has none; `checks_off`: the checks of services
 * were switched off; `other_publishers`: the distribution did not build some packages; `no_answer`: ports gave none.
 */
export type CoverageReason =
  | 'no_data'
  | 'unsupported_system'
  | 'unreadable'
  | 'not_collected'
  | 'no_result'
  | 'checks_off'
  | 'other_publishers'
  | 'no_answer';

/** A feed that took part. `data_from`: the date of its data in Unix seconds; null: unknown. */
export interface FeedDate {
  name: FeedName;
  data_from: number | null;
  /** older than FEED_STALE_DAYS */
  stale: boolean;
}

/** The coverage of the packages or of the services of a host. `message`: a sentence with the remedy. */
export interface CoveragePart {
  state: CoverageState;
  reason: CoverageReason | null;
  message: string | null;
  feeds: FeedDate[];
  /** of packages: those that the distribution did not build; absent: none is known */
  packages_not_matched?: OtherPackages;
  /** of packages: how many of them have each verdict; absent: not counted */
  verdicts?: PackageVerdicts;
}

/**
 * Numbers of packages: each has exactly one verdict. `matched`: compared with data; `other_vendor` and
 * `unknown_origin`: the distribution did not build it, and no data covers it; `no_data`: no data about its release took
 * part; `end_of_life`: no longer supported.
 */
export interface PackageVerdicts {
  matched: number;
  other_vendor: number;
  unknown_origin: number;
  no_data: number;
  end_of_life: number;
}

/** Adds the verdicts on a number of packages; zero or null: nothing is known of them. */
export const withVerdicts = (
  part: CoveragePart,
  count: number | null,
  others: StoredOthers | null,
): CoveragePart => (count ? { ...part, verdicts: packageVerdicts(part, count, others) } : part);

/** @param part the coverage of the packages */
function packageVerdicts(
  { state, reason }: CoveragePart,
  count: number,
  others: StoredOthers | null,
): PackageVerdicts {
  const isCovered = state === 'matched' || state === 'partly';
  const isRead = isCovered || reason !== 'unreadable';
  const ofOthers = (isRead ? others : null) ?? { matched: 0, count: 0, vendors: [] };
  const rest = count - ofOthers.count - ofOthers.matched;
  const unknown = unknownCount(ofOthers);
  return {
    matched: ofOthers.matched + (isCovered ? rest : 0),
    other_vendor: ofOthers.count - unknown,
    unknown_origin: unknown,
    no_data: isCovered ? 0 : rest,
    end_of_life: 0,
  };
}

/** Adds the packages that the distribution did not build: then no part is matched as a whole. */
export function withOthers(part: CoveragePart, stored: StoredOthers | null): CoveragePart {
  if (stored === null || stored.count === 0 || part.state === 'not_matched') return part;
  const { count, vendors, packages } = stored;
  const others = { count, vendors, packages };
  const text = otherPackagesText(others);
  return {
    state: 'partly',
    reason: part.reason ?? 'other_publishers',
    message: part.message === null ? text : `${part.message} ${text}`,
    feeds: part.feeds,
    packages_not_matched: others,
  };
}
