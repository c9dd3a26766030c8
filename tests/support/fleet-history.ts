import fc from 'fast-check';
import type { VulnerabilitySummary } from '../../src/vulnerabilities/facts.js';
import { createFactStore } from '../../src/vulnerabilities/findings/facts.store.js';
import type { TestFleet } from './fleet.js';
import { range, record } from './stored-records.js';

const NAMES = ['a', 'b', 'c', 'd'];
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** A change of the fleet. Hosts, packages and groups are numbers below 4. */
export type FleetStep =
  | { kind: 'install'; host: number; versions: number[] }
  | { kind: 'load'; fixed: number[] }
  | { kind: 'empty' }
  | { kind: 'accept'; host: number | null; hole: number; seconds: number }
  | { kind: 'accept-group'; hole: number }
  | { kind: 'end' }
  | { kind: 'join' | 'leave'; host: number }
  | { kind: 'rate'; hole: number; score: number; known: boolean }
  | { kind: 'delete'; host: number }
  | { kind: 'wait'; seconds: number };

const index = fc.nat(3);
/** Random histories of a fleet. */
export const fleetHistories: fc.Arbitrary<FleetStep[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('install' as const),
      host: index,
      versions: fc.array(fc.nat(4), { minLength: 4, maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('load' as const),
      fixed: fc.array(fc.nat(4), { minLength: 6, maxLength: 6 }),
    }),
    fc.record({
      kind: fc.constant('accept' as const),
      host: fc.option(index),
      hole: fc.nat(5),
      seconds: fc.integer({ min: 1, max: 100 }),
    }),
    fc.record({ kind: fc.constantFrom('empty' as const, 'end' as const) }),
    fc.record({ kind: fc.constant('accept-group' as const), hole: fc.nat(5) }),
    fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), host: index }),
    fc.record({
      kind: fc.constant('rate' as const),
      hole: fc.nat(5),
      score: fc.constantFrom(0, 0.5, 1),
      known: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('delete' as const), host: index }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 60 }) }),
  ),
  { minLength: 8, maxLength: 16 },
);

const records = (fixed: readonly number[]) =>
  fixed.map((version, i) =>
    record(`DEBIAN-CVE-2024-${i}`, {
      severity: SEVERITIES[i % 4] ?? null,
      ranges: [
        range(NAMES[i % 4] ?? 'a', version === 0 ? null : `${version}`, { hidden: i === 5 }),
        range(NAMES[(i + 1) % 4] ?? 'a', `${version}`),
      ],
    }),
  );

/** A fleet that changes by steps. `hosts`: ids by number. */
export interface ChangingFleet {
  app: TestFleet;
  hosts: Map<number, number>;
  group: number;
}

/** Returns a fleet without hosts, and with an empty group. */
export async function startFleet(app: TestFleet): Promise<ChangingFleet> {
  const { body } = await app.call('POST', '/groups', { name: 'some' });
  return { app, hosts: new Map(), group: (body as { data: { id: number } }).data.id };
}

/** Applies a step; steps about absent hosts or unknown vulnerabilities change nothing. */
export async function applyStep(
  { app, hosts, group }: ChangingFleet,
  step: FleetStep,
): Promise<void> {
  const host = 'host' in step && step.host !== null ? (hosts.get(step.host) ?? 0) : 0;
  const accept = async (hole: number, covers: object): Promise<void> => {
    const body = { reason: 'test', all_places: true, ...covers };
    const { status } = await app.call(
      'POST',
      `/vulnerabilities/CVE-2024-${hole}/acceptances`,
      body,
    );
    if (status !== 201 && status !== 404) throw new Error(`not accepted: ${status}`);
  };
  const load = (fixed: readonly number[]): Promise<void> => {
    app.storeRecords('osv-debian', records(fixed));
    return app.ctx.vulnerabilities.rematchFleet();
  };
  switch (step.kind) {
    case 'install': {
      const id = host || (await app.addHost(`10.0.0.${step.host + 1}`));
      hosts.set(step.host, id);
      const packages = NAMES.map((name, i) => ({ name, version: `${step.versions[i] ?? 0}` }));
      return app.importInventory(id, packages);
    }
    case 'load':
      return load(step.fixed);
    case 'empty':
      return load([]);
    case 'accept': {
      const until = app.clock.now() + step.seconds;
      return accept(step.hole, { until, ...(host > 0 ? { host_id: host } : { all_hosts: true }) });
    }
    case 'accept-group':
      return accept(step.hole, { group_id: group });
    case 'end': {
      const [id] = app.rows<{ id: number }>('SELECT id FROM acceptances WHERE ended_at IS NULL');
      return void (id && (await app.call('DELETE', `/acceptances/${id.id}`)));
    }
    case 'join':
      return void (await app.call('PUT', `/groups/${group}/hosts/${host}`));
    case 'leave':
      return void (await app.call('DELETE', `/groups/${group}/hosts/${host}`));
    case 'rate':
      return rate(app, step);
    case 'delete':
      if (host > 0) await app.call('DELETE', `/hosts/${host}`);
      return void hosts.delete(step.host);
    case 'wait':
      app.clock.advance(step.seconds);
  }
}

/** Changes what is known about the exploitation of a vulnerability, as a feed does. */
function rate({ ctx, rows }: TestFleet, step: FleetStep & { kind: 'rate' }): void {
  const id = `CVE-2024-${step.hole}`;
  const { hostChanges } = ctx.vulnerabilities;
  const [known] = rows<Omit<VulnerabilitySummary, 'aliases'> & { aliases: string }>(
    'SELECT * FROM vulnerabilities WHERE id = ?',
    id,
  );
  const kev = { date_added: '2024-05-01', due_date: null, ransomware: false };
  if (known)
    createFactStore(ctx.database.sqlite, () => ({ epss: null, kev: null }), {
      onSummary: hostChanges.markVulnerability,
    }).updateSummary(
      { ...known, aliases: JSON.parse(known.aliases) as string[] },
      {
        epss: JSON.stringify({ score: step.score, percentile: null, date: null }),
        kev: step.known ? JSON.stringify(kev) : null,
      },
    );
}
