import { countText } from '../../lib/text.js';
import { formatDate } from '../../lib/times.js';
import { MAX_PACKAGE_FINDINGS } from '../matching/packages/match-state.js';
import { missingEcosystems, neededEcosystems } from './missing-ecosystems.js';
import type { StoredOthers } from '../matching/origin/other-packages.js';
import type { SystemSupport } from '../support/system-support.js';
import { checkedState, type PackageListState } from './coverage-state.js';
import {
  withOthers,
  withSupport,
  type CoveragePart,
  type CoverageReason,
  type FeedDate,
} from './coverage-part.js';

export interface Coverage {
  packages: CoveragePart;
  services: CoveragePart;
}

/** Selects hosts: one, or those of a group. An absent key does not filter. */
export interface HostSelection {
  host_id?: number | undefined;
  group_id?: number | undefined;
}

/** The vulnerability data of one generation. */
export interface LoadedData {
  hasData: (ecosystem: string) => boolean;
  /** Returns the feeds with data about an ecosystem, and their dates. */
  feedsOf: (ecosystem: string) => FeedDate[];
  /** Returns the feeds whose archives do not have a release any more, with the dates of the data that were kept. */
  keptFeeds?: (ecosystem: string) => readonly FeedDate[];
  /** Returns what the data about an ecosystem lack: years of NVD, repositories of a release of Alpine. */
  missingParts?: (ecosystem: string) => readonly string[];
  /** Returns the feeds of the distribution that decide about a service; null: the data about products do. */
  feedsOfBuild: (service: ServiceBuild) => FeedDate[] | null;
}

/** `ecosystems`: of the packages; `system`: the name of the operating system, null: unknown. */
export interface PackagesInput {
  ecosystems: readonly string[];
  system: string | null;
  /** null: no inventory was ever stored */
  packageCount: number | null;
  /** what the latest report has of the list; of an unreadable or missing one, packages are from an earlier report */
  list: PackageListState;
  /** true: the packages have more findings than a host can have, and were not taken; default: false */
  isRefused?: boolean;
  /** the packages that the distribution did not build; default: none is known */
  others?: StoredOthers | null;
  /** of the system; default: not asked */
  support?: SystemSupport | null;
}

/** The part of an open service that decides which data it is matched with. */
export interface ServiceBuild {
  cpe: string | null;
  version: string | null;
  /** of a distribution */
  revision: string | null;
}

/**
 * `services`: the open ones, equal builds may be one; null: the host was never scanned. `inconclusive`: ports with
 * incomplete checks. `hasCheckResult`: whether a check of a port had a conclusive result. `unidentified`: number of
 * open ports whose program is not known. `lost`: a text that names the ports with a known service that gave no answer;
 * null: none.
 */
export interface ServicesInput {
  services: readonly ServiceBuild[] | null;
  hasCheckResult: boolean;
  areChecksOn: boolean;
  inconclusive: readonly number[];
  unidentified?: number;
  lost?: string | null;
}

const UPDATE = 'run `hostwarden feed update`';

/** The part that a task of this type does not collect. */
export const NOT_APPLICABLE: CoveragePart = {
  state: 'not_applicable',
  reason: null,
  message: null,
  feeds: [],
};

/** The part of a host without a result in a task. */
export const NO_RESULT: CoveragePart = notMatched(
  'no_result',
  'The task has no result for this host.',
);

/** Returns the coverage of the packages of a host. */
export function packagesCoverage(
  { support = null, ...input }: PackagesInput,
  data: LoadedData,
): CoveragePart {
  const part = listedPackages(input, data);
  return input.packageCount === null ? part : withSupport(part, support);
}

function listedPackages(
  { ecosystems, system, packageCount, list, isRefused = false, others = null }: PackagesInput,
  data: LoadedData,
): CoveragePart {
  if (packageCount === null)
    return notMatched(
      'not_collected',
      'No inventory is stored: install an agent, or run `hostwarden inventory import`.',
    );
  if (packageCount === 0 && list === 'missing') return notMatched('not_collected', NO_LIST);
  if (ecosystems.length === 0) return notMatched('unsupported_system', unsupportedSystem(system));
  if (packageCount === 0)
    return notMatched('unreadable', 'The package list could not be read: collect it again.');
  if (isRefused) return notMatched('unreadable', TOO_MANY_FINDINGS);
  const isUpstreamMatched = (others?.matched ?? 0) > 0;
  const compared = isUpstreamMatched ? [...ecosystems, PRODUCTS] : ecosystems;
  return withOthers(matchedPackages(ecosystems, compared, list, data), others);
}

/** Returns `No feed covers the packages of Kali GNU/Linux Rolling.` @param system null: its name is unknown */
export const unsupportedSystem = (system: string | null): string =>
  `No feed covers the packages of ${system ?? 'this system'}.`;

/** @param compared the ecosystems whose feeds took part */
function matchedPackages(
  ecosystems: readonly string[],
  compared: readonly string[],
  list: PackageListState,
  data: LoadedData,
): CoveragePart {
  const missing = missingEcosystems(ecosystems, data.hasData);
  const feeds = uniqueFeeds(compared.flatMap((ecosystem) => data.feedsOf(ecosystem)));
  if (missing.length === ecosystems.length) return notMatched('no_data', noData(missing));
  if (missing.length > 0) return partly('no_data', noData(missing), feeds);
  const lacking = ecosystems.flatMap((ecosystem) =>
    (data.missingParts?.(ecosystem) ?? []).map((part) => `${part} of ${systemName(ecosystem)}`),
  );
  if (lacking.length > 0)
    return partly('no_data', `No vulnerability data for ${lacking.join(', ')}: ${UPDATE}.`, feeds);
  const kept = ecosystems.flatMap((ecosystem) =>
    (data.keptFeeds?.(ecosystem) ?? []).map((feed) => keptText(ecosystem, feed)),
  );
  if (kept.length > 0) return partly('no_data', kept.join(' '), feeds);
  if (list === 'whole') return matched(feeds);
  const { reason, message } = LIST_GAPS[list];
  return partly(reason, message, feeds);
}

const keptText = (ecosystem: string, { name, data_from }: FeedDate): string => {
  const date = data_from === null ? '' : ` of ${formatDate(data_from)}`;
  return `${name} has no data about ${systemName(ecosystem)} any more: its last data${date} were matched.`;
};

const REFUSED_ABOVE = MAX_PACKAGE_FINDINGS.toLocaleString('en');
const TOO_MANY_FINDINGS =
  `The packages have more than ${REFUSED_ABOVE} findings, and none was stored: ` +
  'check the package list.';

const NO_LIST = 'The report has no package list: collect it again.';

const LIST_GAPS = {
  partly: {
    reason: 'unreadable',
    message:
      'The package list is not whole: see the warnings of the inventory, and collect it again.',
  },
  unreadable: {
    reason: 'unreadable',
    message:
      'The latest package list could not be read, and an earlier one was matched: collect it again.',
  },
  missing: {
    reason: 'not_collected',
    message:
      'The latest report has no package list, and an earlier one was matched: collect it again.',
  },
} as const;

/** Returns the coverage of the services of a host. */
export function servicesCoverage(input: ServicesInput, data: LoadedData): CoveragePart {
  const { services, unidentified = 0, lost = null } = input;
  if (services === null)
    return lost === null
      ? notMatched('not_collected', 'No scan has reached the host: run `hostwarden scan`.')
      : notMatched('no_answer', lostText(lost));
  const answered = answeredCoverage({ ...input, services }, data);
  const part =
    unidentified === 0
      ? answered
      : withGap(answered, 'not_identified', unidentifiedText(unidentified));
  return lost === null ? part : withGap(part, 'no_answer', lostText(lost));
}

const unidentifiedText = (count: number): string =>
  `${countText(count, 'open port')} ${count === 1 ? 'was' : 'were'} not identified: ` +
  'nothing was matched there.';

const lostText = (lost: string): string =>
  `No answer from ${lost}: ${lost.startsWith('ports') ? 'they' : 'it'} may still be open.`;

/** Adds ports of which nothing is known: then no part is matched as a whole. */
const withGap = (part: CoveragePart, reason: CoverageReason, text: string): CoveragePart => ({
  ...part,
  state: part.state === 'matched' ? 'partly' : part.state,
  reason: part.reason ?? reason,
  message: part.message === null ? text : `${text} ${part.message}`,
});

/** Returns the coverage of the services on ports that answered. */
function answeredCoverage(
  {
    services,
    areChecksOn,
    inconclusive,
    hasCheckResult,
  }: ServicesInput & { services: readonly ServiceBuild[] },
  data: LoadedData,
): CoveragePart {
  const { feeds, isWhole, years } = serviceFeeds(services, data);
  if (!isWhole && feeds.length === 0 && !hasCheckResult)
    return notMatched('no_data', `No vulnerability data for services: ${UPDATE}.`);
  if (!isWhole) return partly('no_data', feeds.length > 0 ? SOME_SERVICES : CHECKS_ONLY, feeds);
  if (years.length > 0) return partly('no_data', missingYearsText(years), feeds);
  if (!areChecksOn) return partly('checks_off', CHECKS_OFF, feeds);
  return inconclusive.length > 0
    ? partly(
        'no_result',
        `Checks of ${portList(inconclusive)} were inconclusive: scan again.`,
        feeds,
      )
    : matched(feeds);
}

/**
 * Returns the feeds that services are matched with, whether there is data for all of them, and the years that the data
 * lack.
 */
function serviceFeeds(
  services: readonly ServiceBuild[],
  data: LoadedData,
): { feeds: FeedDate[]; isWhole: boolean; years: readonly string[] } {
  const ofBuilds = services.map((service) => data.feedsOfBuild(service));
  const needsProducts = services.length === 0 || ofBuilds.includes(null);
  const products = needsProducts ? data.feedsOf(PRODUCTS) : [];
  return {
    feeds: uniqueFeeds([...products, ...ofBuilds.flatMap((feeds) => feeds ?? [])]),
    isWhole: services.length === 0 || !needsProducts || data.hasData(PRODUCTS),
    years: services.length === 0 || !needsProducts ? [] : (data.missingParts?.(PRODUCTS) ?? []),
  };
}

/** Returns a sentence about the years, as ranges: `NVD's data of 2002 to 2014, 2016 are not loaded`. */
function missingYearsText(years: readonly string[]): string {
  const ranges: string[][] = [];
  for (const year of years) {
    const last = ranges.at(-1);
    if (last && Number(last.at(-1)) + 1 === Number(year)) last.push(year);
    else ranges.push([year]);
  }
  const texts = ranges.map((range) => [...new Set([range[0], range.at(-1)])].join(' to '));
  return `Services were matched without NVD's CVEs of ${texts.join(', ')}: ${UPDATE}.`;
}

const SOME_SERVICES =
  'Services that name a build of a distribution were matched, others were not: ' +
  `no vulnerability data for services; ${UPDATE}.`;
const CHECKS_ONLY =
  'Weaknesses were checked, versions were not: ' + `no vulnerability data for services; ${UPDATE}.`;
const CHECKS_OFF =
  'Checks were switched off: weaknesses such as missing passwords were not checked.';

/** Applications in NVD: services are matched with them. */
const PRODUCTS = 'cpe:a';

/** Whether both packages and ports of a host were matched as a whole, as far as they apply to a task. */
export const isChecked = (coverage: Coverage): boolean => checkedState(coverage) === 'checked';

/** Whether no part of a host was matched, not even in part: that it has no finding then says nothing. */
export const isUnchecked = (coverage: Coverage): boolean =>
  checkedState(coverage) === 'not_checked';

/** Returns the parts that lack something: first those that were not matched at all. */
export const missingParts = ({ packages, services }: Coverage): CoveragePart[] =>
  ['not_matched', 'partly'].flatMap((state) =>
    [packages, services].filter((part) => part.state === state),
  );

function notMatched(reason: CoverageReason, message: string): CoveragePart {
  return { state: 'not_matched', reason, message, feeds: [] };
}

const partly = (reason: CoverageReason, message: string, feeds: FeedDate[]): CoveragePart => ({
  state: 'partly',
  reason,
  message,
  feeds,
});

const matched = (feeds: FeedDate[]): CoveragePart => ({
  state: 'matched',
  reason: null,
  message: null,
  feeds,
});

const noData = (ecosystems: readonly string[]): string =>
  `No vulnerability data for ${neededEcosystems(ecosystems).map(systemName).join(', ')}: ${UPDATE}.`;

/** `Debian 10` for `Debian:10`, `Ubuntu 22.04 LTS` for `Ubuntu:22.04:LTS`. */
const systemName = (ecosystem: string): string =>
  ecosystem.replaceAll(/:+/g, ' ').replace(' v', ' ');

/** Returns `ports 22, 80`; more than five are counted. */
export function portList(ports: readonly number[]): string {
  const listed = ports.slice(0, 5).join(', ');
  const more = ports.length > 5 ? ` and ${ports.length - 5} more` : '';
  return `${ports.length === 1 ? 'port' : 'ports'} ${listed}${more}`;
}

function uniqueFeeds(feeds: FeedDate[]): FeedDate[] {
  return [...new Map(feeds.map((feed) => [feed.name, feed])).values()];
}
