import { contentHash } from '../../../lib/content-hash.js';
import type { Sqlite } from '../../../database/sqlite.js';
import type { Fact, Matcher, MatchablePackage, Match } from '../../facts.js';
import { withFactKey, type KeyedMatch } from '../../findings/facts.store.js';
import { isInactiveKernel } from './kernels.js';

/** What the packages of a host are judged from. */
export interface HostState {
  ecosystems: string;
  running: string | null;
  packages: string | null;
}

/** That of a host without an inventory. */
export const NO_STATE: HostState = { ecosystems: '[]', running: null, packages: null };

/** Reads the state of a host; undefined while no inventory of it is stored. `packages`: their numbers, ascending, with commas between. */
export function createHostStates(sqlite: Sqlite): (hostId: number) => HostState | undefined {
  const read = sqlite.prepare<
    [number],
    HostState
  >(`SELECT scopes AS ecosystems, running_kernel AS running,
    (SELECT group_concat(package_id) FROM (SELECT package_id FROM host_packages WHERE host_id = i.host_id ORDER BY package_id)) AS packages FROM inventories i WHERE i.host_id = ?`);
  return (hostId) => read.get(hostId);
}

/** 16 bytes that change whenever anything does that the findings in packages depend on, but for the knowledge. */
export const stateDigest = ({ ecosystems: scopes, running, packages }: HostState): Buffer =>
  contentHash(`${scopes}\n${running}\n${packages}`);

/** Judges the packages of whole hosts; what was judged before by the same knowledge is not judged again. */
export type MatchHostPackages = (
  scopes: string,
  running: string | null,
  packages: readonly MatchablePackage[],
) => KeyedMatch[];

const KEPT = 20_000; // some 5 MB
const NONE: readonly KeyedMatch[] = [];

/** @param judge by its newest generation */
export function createHostPackageMatcher(judge: Matcher): MatchHostPackages {
  const judged = new Map<string, readonly KeyedMatch[]>();
  let generation = -1;
  return (scopesJson, running, packages) => {
    const now = judge.generation();
    if (now !== generation || judged.size > KEPT) judged.clear();
    generation = now;
    const scopes = JSON.parse(scopesJson) as string[];
    if (scopes.length === 0) return [];
    const idle = packages.map((pkg) => running !== null && isInactiveKernel(pkg, running) === true);
    const keys = packages.map((pkg, i) => `${scopesJson}\0${idle[i]}\0${textOf(pkg)}`);
    const missing = [...keys.keys()].filter((i) => !judged.has(keys[i] ?? ''));
    const fresh = judge.matchPackages(
      scopes,
      missing.map((i) => packages[i] as MatchablePackage),
      now,
    );
    missing.forEach((i, n) =>
      judged.set(keys[i] ?? '', remembered(fresh[n] ?? [], idle[i] === true)),
    );
    return keys.flatMap((key) => judged.get(key) ?? []);
  };
}

const textOf = (p: MatchablePackage): string =>
  `${p.format}\0${p.name}\0${p.version}\0${p.architecture}\0${p.source}\0${p.source_version}\0${p.module}`;

function remembered(judgements: readonly Match[], idle: boolean): readonly KeyedMatch[] {
  return judgements.length === 0
    ? NONE
    : judgements.map((judgement) => withFactKey(idle ? asInactiveKernel(judgement) : judgement));
}

/** The judgement of a kernel that is installed and does not run. */
export function asInactiveKernel(judgement: Match): Match {
  const fact: Fact = { ...judgement.fact, basis: { ...judgement.fact.basis, not_running: true } };
  return {
    fact,
    get summary() {
      return judgement.summary;
    },
  };
}
