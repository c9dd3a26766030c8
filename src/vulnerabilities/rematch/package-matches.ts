import type { Matcher, MatchablePackage } from '../facts.js';
import { asInactiveKernel } from '../matching/packages/host-packages.js';
import { isInactiveKernel } from '../matching/packages/kernels.js';
import type { FleetPackages } from './fleet-packages.js';
import type { FactRef } from './messages.js';
import type { FactRefs } from './fact-refs.js';

interface Parts {
  matcher: Pick<Matcher, 'matchPackages'>;
  generation: number;
  packages: Pick<FleetPackages, 'get' | 'lastId'>;
  refs: Pick<FactRefs, 'refOf'>;
}

/** Judges packages (by number), each once for the whole fleet. */
export interface PackageMatches {
  /** judges those of several hosts with these releases together, which takes half as long as host by host */
  matchAhead: (scopesJson: string, lists: readonly (readonly number[])[]) => void;
  /** what stands against those of a host with these releases and this running kernel */
  factsOf: (scopesJson: string, running: string | null, ids: readonly number[]) => FactRef[];
}

/** What stands against one package, and where it is a kernel that does not run. */
interface Against {
  pkg: MatchablePackage;
  isKernel: boolean;
  facts: readonly FactRef[];
  idle?: readonly FactRef[];
}

/** Judgements by the data of some releases, by the numbers of packages. null: nothing stands against one, as with most; undefined: it was not judged. */
interface Slot {
  scopes: string[];
  judged: (Against | null | undefined)[];
}

export function createPackageMatches({
  matcher: judge,
  generation,
  packages,
  refs,
}: Parts): PackageMatches {
  const slots = new Map<string, Slot>();
  const slotOf = (json: string): Slot => {
    let slot = slots.get(json);
    if (!slot)
      slots.set(
        json,
        (slot = {
          scopes: JSON.parse(json) as string[],
          judged: new Array<Against | null | undefined>(packages.lastId + 1),
        }),
      );
    return slot;
  };
  const judgeAll = ({ scopes, judged }: Slot, ids: Iterable<number>): void => {
    const known = [...ids]
      .flatMap((id) => ({ id, pkg: packages.get(id) }))
      .filter((one): one is { id: number; pkg: MatchablePackage } => one.pkg !== undefined);
    const found = judge
      .matchPackages(
        scopes,
        known.map(({ pkg }) => pkg),
        generation,
      )
      .map((of) => of.map(refs.refOf));
    known.forEach(({ id, pkg }, n) => {
      judged[id] = found[n]?.length
        ? { pkg, isKernel: isInactiveKernel(pkg, '') !== null, facts: found[n] }
        : null;
    });
  };
  const idleOf = ({ scopes }: Slot, one: Against): readonly FactRef[] =>
    (one.idle ??= (judge.matchPackages(scopes, [one.pkg], generation)[0] ?? []).map((judgement) =>
      refs.refOf(asInactiveKernel(judgement)),
    ));
  const ahead = (slot: Slot, lists: readonly (readonly number[])[]): void => {
    if (slot.scopes.length === 0) return;
    const missing = new Set<number>();
    for (const ids of lists)
      for (const id of ids) if (slot.judged[id] === undefined) missing.add(id);
    if (missing.size > 0) judgeAll(slot, missing);
  };
  return {
    matchAhead: (scopesJson, lists) => {
      ahead(slotOf(scopesJson), lists);
    },
    factsOf: (scopesJson, running, ids) => {
      const slot = slotOf(scopesJson);
      const all: FactRef[] = [];
      ahead(slot, [ids]);
      for (const id of ids) {
        const one = slot.judged[id];
        if (one)
          all.push(
            ...(running !== null && one.isKernel && isInactiveKernel(one.pkg, running) === true
              ? idleOf(slot, one)
              : one.facts),
          );
      }
      return all;
    },
  };
}
