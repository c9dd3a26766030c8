import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SummaryBody } from '../../src/fleet/fleet.schemas.js';
import type { RemediationBody } from '../../src/vulnerabilities/remediations/remediation.schemas.js';
import { setUpFleet, type TestFleet } from '../support/fleet.js';
import { range, record } from '../support/stored-records.js';

const NAMES = ['a', 'b', 'c', 'd'];
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** A change of the fleet. Hosts and packages are numbers below 4. */
type Step =
  | { kind: 'install'; host: number; versions: number[] }
  | { kind: 'load'; fixed: number[] }
  | { kind: 'accept'; host: number | null; hole: number; seconds: number }
  | { kind: 'delete'; host: number }
  | { kind: 'wait'; seconds: number };

const index = fc.nat(3);
const steps: fc.Arbitrary<Step[]> = fc.array(
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
    fc.record({ kind: fc.constant('delete' as const), host: index }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 60 }) }),
  ),
  { minLength: 8, maxLength: 16 },
);

/** Applies a step; steps about absent hosts or unknown vulnerabilities change nothing. */
async function apply(app: TestFleet, hosts: Map<number, number>, step: Step): Promise<void> {
  const hostOf = (n: number): number => hosts.get(n) ?? 0;
  switch (step.kind) {
    case 'install': {
      if (hostOf(step.host) === 0)
        hosts.set(step.host, await app.addHost(`10.0.0.${step.host + 1}`));
      const packages = NAMES.map((name, i) => ({ name, version: `${step.versions[i] ?? 0}` }));
      return app.importInventory(hostOf(step.host), packages);
    }
    case 'load':
      app.storeRecords(
        'osv-debian',
        step.fixed.map((fixed, i) =>
          record(`DEBIAN-CVE-2024-${i}`, {
            severity: SEVERITIES[i % 4] ?? null,
            ranges: [
              range(NAMES[i % 4] ?? 'a', fixed === 0 ? null : `${fixed}`, { hidden: i === 5 }),
              range(NAMES[(i + 1) % 4] ?? 'a', `${fixed}`),
            ],
          }),
        ),
      );
      return app.ctx.vulnerabilities.rematchFleet();
    case 'accept':
      await app.call('POST', `/vulnerabilities/CVE-2024-${step.hole}/acceptances`, {
        reason: 'test',
        until: app.clock.now() + step.seconds,
        ...(step.host !== null && hostOf(step.host) > 0 && { host_id: hostOf(step.host) }),
      });
      return;
    case 'delete':
      if (hostOf(step.host) === 0) return;
      await app.call('DELETE', `/hosts/${hostOf(step.host)}`);
      hosts.delete(step.host);
      return;
    case 'wait':
      app.clock.advance(step.seconds);
  }
}

async function get<T>(app: TestFleet, url: string): Promise<T> {
  return ((await app.call('GET', url)).body as { data: T }).data;
}

/** The open findings that are not accepted, as the lists of hosts' findings have them: `7 CVE-2024-1`. */
async function listOpen(app: TestFleet, hosts: readonly number[]): Promise<string[]> {
  const lists = await Promise.all(
    hosts.flatMap((id) =>
      get<{ vulnerability_id: string }[]>(
        app,
        `/hosts/${id}/vulnerabilities?accepted=false&limit=1000`,
      ).then((found) => found.map((f) => `${id} ${f.vulnerability_id}`)),
    ),
  );
  return lists.flat().sort();
}

it('has the open findings of the lists after any changes, each in exactly one remediation', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const app = await setUpFleet();
      const hosts = new Map<number, number>();
      for (const step of changes) {
        await apply(app, hosts, step);
        const open = await listOpen(app, [...hosts.values()]);
        const summary = await get<SummaryBody>(app, '/summary');
        const remediations = await get<RemediationBody[]>(app, '/remediations?limit=1000');
        expect(summary.findings.open).toBe(open.length);
        const counted = remediations.reduce((sum, r) => sum + r.findings, 0);
        expect(counted).toBe(open.length);
        const named = remediations.flatMap((r) =>
          r.vulnerabilities.map((id) => `${r.host_id} ${id}`),
        );
        expect(new Set(named)).toEqual(new Set(open));
        const risks = remediations.map((r) => r.risk);
        expect(risks).toEqual(risks.toSorted((a, b) => b - a));
      }
    }),
    { numRuns: 10 },
  );
}, 60_000);
