import type { Judge, JudgedPackage } from '../facts.js';
import { asIdle } from '../packages/host-packages.js';
import { notRunning } from '../packages/kernels.js';
import type { FleetPackages } from './fleet-packages.js';
import type { FactRef } from './messages.js';
import type { Refs } from './refs.js';

interface Parts { judge: Pick<Judge, 'packages'>; generation: number; packages: Pick<FleetPackages, 'get'>; refs: Pick<Refs, 'of'> }

/** What stands against packages (by number) of a host with these releases and this running kernel; each is judged once for the whole fleet. */
export type JudgedPackages = (scopesJson: string, running: string | null, ids: readonly number[]) => FactRef[];

/** What stands against one package, and where it is a kernel that does not run. */
interface Against { pkg: JudgedPackage; isKernel: boolean; facts: readonly FactRef[]; idle?: readonly FactRef[] }

/** Judgements by the data of some releases. null: nothing stands against the package, as with most. */
interface Slot { scopes: string[]; judged: Map<number, Against | null> }

export function createJudgedPackages({ judge, generation, packages, refs }: Parts): JudgedPackages {
  const slots = new Map<string, Slot>();
  const slotOf = (json: string): Slot => {
    let slot = slots.get(json);
    if (!slot) slots.set(json, slot = { scopes: JSON.parse(json) as string[], judged: new Map() });
    return slot;
  };
  const judgeAll = ({ scopes, judged }: Slot, ids: readonly number[]): Against[] => {
    const known = ids.flatMap((id) => ({ id, pkg: packages.get(id) })).filter((one): one is { id: number; pkg: JudgedPackage } => one.pkg !== undefined);
    const found = judge.packages(scopes, known.map(({ pkg }) => pkg), generation).map((of) => of.map(refs.of));
    const against = known.map(({ pkg }, n): Against | null => (found[n]?.length ? { pkg, isKernel: notRunning(pkg, '') !== null, facts: found[n] } : null));
    known.forEach(({ id }, n) => judged.set(id, against[n] ?? null));
    return against.filter((one) => one !== null);
  };
  const idleOf = ({ scopes }: Slot, one: Against): readonly FactRef[] => (one.idle ??= (judge.packages(scopes, [one.pkg], generation)[0] ?? []).map((judgement) => refs.of(asIdle(judgement))));
  return (scopesJson, running, ids) => {
    const slot = slotOf(scopesJson);
    if (slot.scopes.length === 0) return [];
    const [standing, missing]: [Against[], number[]] = [[], []];
    for (const id of ids) {
      const one = slot.judged.get(id);
      if (one === undefined) missing.push(id);
      else if (one !== null) standing.push(one);
    }
    if (missing.length > 0) standing.push(...judgeAll(slot, missing));
    const all: FactRef[] = [];
    for (const one of standing) all.push(...(running !== null && one.isKernel && notRunning(one.pkg, running) === true ? idleOf(slot, one) : one.facts));
    return all;
  };
}
