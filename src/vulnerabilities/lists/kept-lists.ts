import type { Sqlite } from '../../database/sqlite.js';
import { storeRecent } from '../../lib/lists/recent.js';
import type { FindingFilter } from '../findings/findings.repository.js';
import { prepareListVersions } from './lists.statements.js';
import { createAcceptedFacts } from '../open-findings/accepted-facts.js';
import { createBlockSums, type BlockSums } from '../open-findings/block-sums.js';
import { isEqual } from '../open-findings/bytes.js';
import {
  listVulnerabilities,
  type ListedVulnerabilities,
} from '../open-findings/listed-vulnerabilities.js';
import type { OpenFindings } from '../open-findings/open-findings.js';
import type { VulnerabilityTexts } from '../open-findings/present-vulnerabilities.js';
import type { NumberOrder } from '../open-findings/ranks.js';
import { isOfFacts, selectFindings } from '../open-findings/selection.js';
import { createSelectedFacts, type FindSelectedFacts } from '../open-findings/selected-facts.js';
import type { FindingSelection } from '../open-findings/totals.js';

const MAX_KEPT = 8;

/**
 * A list that was selected by one filter, and its orders. Orders and the numbers on pages outlive its versions while
 * the same facts are selected: most changes of findings change no order, unless it is by sums of findings.
 */
export interface KeptList {
  version: string;
  factVersion: number;
  listed: ListedVulnerabilities;
  orders: Map<string, NumberOrder>;
  /** the vulnerabilities of the last pages, by order and page */
  numbers: Map<string, readonly number[]>;
  texts: VulnerabilityTexts;
  /** JSON arrays of the last pages, by order and page */
  pages: Map<string, string>;
  sums: KeptSums;
  findFacts: FindSelectedFacts;
}

/** The sums of a list. They outlive its versions. */
interface KeptSums {
  ofAll: BlockSums;
  ofPage: BlockSums;
}

/** Returns the vulnerabilities that a filter selects. Inside a read transaction. @param now Unix seconds */
type SelectList = (open: OpenFindings, filter: FindingFilter, now: number) => KeptList;

/** Creates the function that selects lists. It keeps the last ones, as long as nothing changes that they depend on. */
export function createKeptLists(sqlite: Sqlite): SelectList {
  const versions = prepareListVersions(sqlite);
  const acceptedFacts = createAcceptedFacts(sqlite);
  const lists = new Map<string, KeptList>();
  const versionOf = ({ version }: OpenFindings, filter: FindingFilter, now: number): string =>
    isOfFindings(filter) ? `${version}` : `${version} ${versions.ofAll()} ${now}`;
  const renew = (
    filter: FindingFilter,
    known: KeptList | null,
    now: number,
    open: OpenFindings,
  ) => {
    const isSameTable = known?.factVersion === open.factVersion;
    const knownFacts = isSameTable && isOfFacts(filter) ? known.listed.selection.facts : null;
    const readAccepted = () => acceptedFacts(open.facts, now);
    const selection = selectFindings(sqlite, open.facts, filter, readAccepted, knownFacts);
    return renewList(open, selection, known);
  };
  return (open, filter, now) => {
    const key = JSON.stringify(filter);
    const version = versionOf(open, filter, now);
    const known = lists.get(key) ?? null;
    const list =
      known?.version === version ? known : { ...renew(filter, known, now, open), version };
    storeRecent(lists, key, list, MAX_KEPT);
    return list;
  };
}

/** Returns the list of a selection, with those parts of the one before it that are still true. */
function renewList(
  open: OpenFindings,
  selection: FindingSelection,
  known: KeptList | null,
): Omit<KeptList, 'version'> {
  const { factVersion } = open;
  const findFacts = known?.findFacts ?? createSelectedFacts();
  const facts = findFacts(open, selection);
  const pages = new Map<string, string>();
  if (known?.factVersion === factVersion && isEqual(known.listed.facts, facts))
    return { ...known, listed: { ...known.listed, selection }, pages };
  return {
    factVersion,
    listed: listVulnerabilities(open, selection, facts),
    orders: new Map(),
    numbers: new Map(),
    texts: new Map(),
    pages,
    sums: known?.sums ?? { ofAll: createBlockSums(), ofPage: createBlockSums() },
    findFacts,
  };
}

/** Returns a value that is kept, or else computes it. Keeps the last ones used. */
export function recall<T>(values: Map<string, T>, key: string, compute: () => T): T {
  const value = values.get(key) ?? compute();
  storeRecent(values, key, value, MAX_KEPT);
  return value;
}

/** Whether a list depends on findings and ratings only: not on groups, acceptances or titles. */
const isOfFindings = (filter: FindingFilter): boolean =>
  filter.group_id === undefined && isOfFacts(filter);
