import type { FeedName } from '../../knowledge/records.js';
import {
  otherPackagesText,
  streamCount,
  unknownCount,
  type OtherPackages,
  type StoredOthers,
} from '../matching/origin/other-packages.js';
import { endOfLifeText } from '../support/support.text.js';
import type { SystemSupport } from '../support/system-support.js';
import type { ProductCount } from './product-counts.js';
import type { CoverageState } from './coverage-state.js';

/**
 * Why a part is not matched. `no_data`: no feed with data about it is loaded; `unsupported_system`: no feed covers the
 * system; `unreadable`: the package list could not be read; `not_collected`: nothing was imported or scanned;
 * `no_result`: the task has no result for the host, or a check of a port has none; `checks_off`: the checks of services
 * were switched off; `other_publishers`: the distribution did not build some packages; `no_answer`: ports gave none;
 * `not_identified`: the programs of open ports are not known; `end_of_life`: the system gets no security updates any
 * more; `custom_kernel`: the running kernel is of no package.
 */
export type CoverageReason =
  | 'no_data'
  | 'unsupported_system'
  | 'unreadable'
  | 'not_collected'
  | 'no_result'
  | 'checks_off'
  | 'other_publishers'
  | 'no_answer'
  | 'not_identified'
  | 'end_of_life'
  | 'custom_kernel';

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
  /** of the services of one host: the CVEs that name their programs; absent: not counted */
  products?: ProductCount[];
  /** of packages: how many of them have each verdict; absent: not counted */
  verdicts?: PackageVerdicts;
  /** of packages: whether their system still gets security updates; absent: not asked */
  support?: SystemSupport;
}

/**
 * Numbers of packages: each has exactly one verdict. `matched`: compared with data; `other_vendor` and
 * `unknown_origin`: the distribution did not build it, and no data covers it; `no_data`: no data about its release or
 * module stream took part; `end_of_life`: no longer supported.
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
  { state, reason, support }: CoveragePart,
  count: number,
  others: StoredOthers | null,
): PackageVerdicts {
  const isCovered = state === 'matched' || state === 'partly';
  const isRead = isCovered || reason !== 'unreadable';
  const ofOthers = (isRead ? others : null) ?? { matched: 0, count: 0, vendors: [] };
  const rest = count - ofOthers.count - ofOthers.matched;
  const unknown = unknownCount(ofOthers);
  const ofStreams = streamCount(ofOthers);
  const isEnded = support?.state === 'end_of_life';
  return {
    matched: ofOthers.matched + (isCovered && !isEnded ? rest : 0),
    other_vendor: ofOthers.count - unknown - ofStreams,
    unknown_origin: unknown,
    no_data: (isCovered || isEnded ? 0 : rest) + ofStreams,
    end_of_life: isEnded ? rest : 0,
  };
}

/** Adds the packages that the data of the distribution do not cover: then no part is matched as a whole. */
export function withOthers(part: CoveragePart, stored: StoredOthers | null): CoveragePart {
  if (stored === null || part.state === 'not_matched') return part;
  const ofPackages = stored.count === 0 ? part : withOtherPackages(part, stored);
  return stored.kernel === undefined ? ofPackages : withCustomKernel(ofPackages, stored.kernel);
}

function withCustomKernel(part: CoveragePart, release: string): CoveragePart {
  const text = customKernelText(` ${release}`);
  return {
    ...part,
    state: 'partly',
    reason: part.reason ?? 'custom_kernel',
    message: part.message === null ? text : `${part.message} ${text}`,
  };
}

const customKernelText = (release: string): string =>
  `The running kernel${release} belongs to no package: its vulnerabilities are not known.`;

/** Returns a message without the release of the kernel, which hosts have in common. */
export const withoutRelease = (message: string): string =>
  message.replace(/The running kernel \S+ belongs to no package:.*?known\./, customKernelText(''));

function withOtherPackages(part: CoveragePart, stored: StoredOthers): CoveragePart {
  const { count, vendors, packages } = stored;
  const others = { count, vendors, packages };
  const text = otherPackagesText(others);
  return {
    state: 'partly',
    reason: part.reason ?? (streamCount(others) === count ? 'no_data' : 'other_publishers'),
    message: part.message === null ? text : `${part.message} ${text}`,
    feeds: part.feeds,
    packages_not_matched: others,
  };
}

/**
 * Adds the support of the system: packages of a system without security updates are never matched as a whole, since its
 * publisher no longer says what affects them.
 */
export function withSupport(part: CoveragePart, support: SystemSupport | null): CoveragePart {
  if (support === null) return part;
  if (support.state !== 'end_of_life') return { ...part, support };
  const text = endOfLifeText(support);
  return {
    ...part,
    state: part.state === 'matched' ? 'partly' : part.state,
    reason: 'end_of_life',
    message: part.message === null ? text : `${text} ${part.message}`,
    support,
  };
}
