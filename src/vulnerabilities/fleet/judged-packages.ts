import type { Judge, JudgedPackage } from '../facts.js';
import { asIdle } from '../packages/host-packages.js';
import { notRunning } from '../packages/kernels.js';
import type { FleetPackages } from './fleet-packages.js';
import type { Ref, Refs } from './refs.js';

interface Parts { judge: Pick<Judge, 'packages'>; generation: number; packages: Pick<FleetPackages, 'get'>; refs: Pick<Refs, 'of'> }

/** What stands against packages (by number) of a host with these releases and this running kernel; each is judged once for the whole fleet. */
export type JudgedPackages = (scopesJson: string, running: string | null, ids: readonly number[]) => Ref[];

interface Slot { judged: Map<number, readonly Ref[]>; idle: Map<number, readonly Ref[]>; scopes: string[] }

const NONE: readonly Ref[] = [];

export function createJudgedPackages({ judge, generation, packages, refs }: Parts): JudgedPackages {
  const slots = new Map<string, Slot>();
  const slotOf = (json: string): Slot => {
    let slot = slots.get(json);
    if (!slot) slots.set(json, slot = { judged: new Map(), idle: new Map(), scopes: JSON.parse(json) as string[] });
    return slot;
  };
  const judgeMissing = ({ judged, scopes }: Slot, missing: readonly number[], list: readonly JudgedPackage[]): void => {
    judge.packages(scopes, list, generation).forEach((found, n) => judged.set(missing[n] ?? 0, keep(found.map(refs.of))));
  };
  const judgeIdle = ({ idle, scopes }: Slot, id: number, pkg: JudgedPackage): readonly Ref[] => {
    let found = idle.get(id);
    if (!found) idle.set(id, found = keep((judge.packages(scopes, [pkg], generation)[0] ?? []).map((judgement) => refs.of(asIdle(judgement)))));
    return found;
  };
  return (scopesJson, running, ids) => {
    const slot = slotOf(scopesJson);
    if (slot.scopes.length === 0) return [];
    const isIdle = (pkg: JudgedPackage): boolean => running !== null && notRunning(pkg, running) === true;
    const missing = ids.filter((id) => !slot.judged.has(id) && packages.get(id) !== undefined);
    if (missing.length > 0) judgeMissing(slot, missing, missing.map((id) => packages.get(id) as JudgedPackage));
    const found: Ref[] = [];
    for (const id of ids) {
      const asIs = slot.judged.get(id) ?? NONE; // most packages have nothing against them
      if (asIs.length === 0) continue;
      const pkg = packages.get(id);
      found.push(...(pkg !== undefined && isIdle(pkg) ? judgeIdle(slot, id, pkg) : asIs));
    }
    return found;
  };
}

const keep = (found: Ref[]): readonly Ref[] => (found.length === 0 ? NONE : found);
