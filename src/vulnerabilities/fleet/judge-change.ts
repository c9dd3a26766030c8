import type { Sqlite } from '../../database/sqlite.js';
import type { Judge, JudgedService } from '../facts.js';
import { identityOf, STORED_FINDINGS, type StoredFinding } from '../findings.store.js';
import { HOST_SERVICES } from '../judge-host.js';
import { createHostStates, NO_STATE, stateDigest } from '../packages/host-packages.js';
import type { Behind } from './behind.js';
import { packageKey, type FleetPackages } from './fleet-packages.js';
import type { JudgedPackages } from './judged-packages.js';
import type { HostChange } from './messages.js';
import type { Ref, Refs } from './refs.js';

interface Parts { sqlite: Sqlite; judge: Pick<Judge, 'service'>; generation: number; packages: Pick<FleetPackages, 'get'>; judged: JudgedPackages; refs: Pick<Refs, 'of'> }
type Difference = Pick<HostChange, 'remove' | 'add'>;

/** What the knowledge changes about a host. @param changed the packages that may be judged differently; null: all are looked at */
export type JudgeChange = (host: Behind, changed: ReadonlySet<number> | null) => HostChange;

/** Comes to what createJudgeHost would store, and stores nothing. */
export function createJudgeChange({ sqlite, judge, generation, packages, judged, refs }: Parts): JudgeChange {
  const stateOf = createHostStates(sqlite);
  const stored = sqlite.prepare<[number], StoredFinding>(STORED_FINDINGS);
  const installed = sqlite.prepare<[number], number>('SELECT package_id FROM host_packages WHERE host_id = ? ORDER BY package_id').pluck();
  const inventory = sqlite.prepare<[number], { scopes: string; running: string | null }>('SELECT scopes, running_kernel AS running FROM inventories WHERE host_id = ?');
  const services = sqlite.prepare<[number], JudgedService>(HOST_SERVICES);
  const ofService = remembering((service: JudgedService) => judge.service(service, generation).map(refs.of));

  const packagesOf = (host: number, findings: readonly StoredFinding[], changed: ReadonlySet<number> | null): Difference => {
    const { scopes, running } = inventory.get(host) ?? NO_STATE;
    const ids = changed === null ? installed.all(host) : installed.all(host).filter((id) => changed.has(id));
    const keys = changed && new Set(ids.flatMap((id) => packageKey(packages.get(id) ?? { name: null, version: null, architecture: null })));
    const isLookedAt = (f: StoredFinding): boolean => keys === null || keys.has(packageKey({ name: f.package, version: f.installed_version, architecture: f.architecture }));
    return difference(findings.filter((f) => f.origin === 'package'), isLookedAt, judged(scopes, running, ids));
  };
  const servicesOf = (host: number, findings: readonly StoredFinding[]): Difference => {
    const told = services.all(host);
    const places = new Set(told.map((s) => `${s.transport}/${s.port}`));
    return difference(findings.filter((f) => f.origin === 'service' && places.has(`${f.transport}/${f.port}`)), () => true, told.flatMap(ofService));
  };
  return ({ id, before, services: hasServices }, changed) => {
    const findings = stored.all(id);
    const state = changed !== null && before ? before.state : stateDigest(stateOf(id) ?? NO_STATE).toString('hex');
    const parts = [...(hasServices ? [servicesOf(id, findings)] : []), packagesOf(id, findings, changed)];
    return { host: id, before, state, remove: parts.flatMap(({ remove }) => remove), add: parts.flatMap(({ add }) => add) };
  };
}

/** From the findings that were looked at to what stands there now. Since when a vulnerability is in a place is told by all of `before`. */
function difference(before: readonly StoredFinding[], isLookedAt: (finding: StoredFinding) => boolean, now: readonly Ref[]): Difference {
  const had = new Set(before.map(({ fact_id }) => fact_id));
  const wanted = new Map(now.map((ref) => [ref.fact, ref]));
  const added = [...wanted.values()].filter(({ fact }) => !had.has(fact));
  const since = new Map(added.length === 0 ? [] : before.map((finding) => [identityOf(finding), finding.first_seen]));
  return {
    remove: before.filter((finding) => isLookedAt(finding) && !wanted.has(finding.fact_id)).map(({ fact_id }) => fact_id),
    add: added.map(({ fact, identity }) => ({ fact, since: since.get(identity) ?? null })),
  };
}

/** Many hosts tell the same of themselves. */
function remembering(judge: (service: JudgedService) => Ref[]): (service: JudgedService) => Ref[] {
  const known = new Map<string, Ref[]>();
  return (service) => {
    const key = JSON.stringify(service);
    let found = known.get(key);
    if (!found) known.set(key, found = judge(service));
    return found;
  };
}
