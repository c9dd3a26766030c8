import { expect, it } from 'vitest';
import type { CheckResult } from '../../../src/pentest/checks/check.js';
import { builtInEnd } from '../../../src/vulnerabilities/support/support-dates.js';
import { systemSupport } from '../../../src/vulnerabilities/support/system-support.js';
import { createResultCoverage } from '../../../src/vulnerabilities/coverage/result-coverage.js';

const NO_DATA = { hasData: () => false, feedsOf: () => [], feedsOfBuild: () => null };
const NO_FEEDS = {
  feedAt: () => null,
  supportOf: (ecosystems: readonly string[], system: string | null, at = 0) =>
    systemSupport(ecosystems, system, builtInEnd, at),
};
const check = (port: number, result: CheckResult['result']): CheckResult => ({
  id: `${result}-check`,
  port,
  transport: 'tcp',
  result,
  evidence: null,
});

const ANSWERED = { scannedPorts: '22,80', silentPorts: '', lostPorts: '' };

// The coverage of a stored host reads one state of each port: see host-coverage.test.ts.
it.each<[what: string, state: string, checks: CheckResult[]]>([
  ['no check', 'not_matched', []],
  ['a port whose checks had results', 'partly', [check(22, 'fine')]],
  ['an inconclusive check', 'not_matched', [check(22, 'fine'), check(22, 'unknown')]],
  ['a checked port beside it', 'partly', [check(22, 'unknown'), check(80, 'weak')]],
])('of a scan without data about services and with %s is %s', (_what, state, checks) => {
  const coverageOf = createResultCoverage({ at: () => NO_DATA, ...NO_FEEDS }, () => false);
  const services = [{ cpe: null, version: null, revision: null }];
  const result = { kind: 'ports', services, checks, generation: 1, ...ANSWERED } as const;
  expect(coverageOf(result, { are_checks_on: true }).services.state).toBe(state);
});

it.each([
  [
    'a port that gave no answer, and had a service',
    { silentPorts: '80', lostPorts: '80' },
    'partly',
    'No answer from port 80: it may still be open.',
  ],
  ['a port that never answered', { silentPorts: '80', lostPorts: '' }, 'matched', null],
  [
    'no answering port',
    { silentPorts: '22,80', lostPorts: '' },
    'not_matched',
    'No answer from ports 22, 80: they may still be open.',
  ],
])('of a scan with %s is %s', (_what, ports, state, message) => {
  const data = { hasData: () => true, feedsOf: () => [], feedsOfBuild: () => null };
  const coverageOf = createResultCoverage({ at: () => data, ...NO_FEEDS }, () => false);
  const services = ports.silentPorts === '80' ? [{ cpe: null, version: null, revision: null }] : [];
  const result = {
    kind: 'ports',
    services,
    checks: [],
    generation: 1,
    ...ANSWERED,
    ...ports,
  } as const;
  expect(coverageOf(result, { are_checks_on: true }).services).toMatchObject({ state, message });
});

it.each([
  ['2025-07-10', 'matched', null],
  ['2025-07-11', 'partly', 'end_of_life'],
])('of packages of Ubuntu 24.10 in a task of %s is %s: %s', (day, state, reason) => {
  const data = { hasData: () => true, feedsOf: () => [], feedsOfBuild: () => null };
  const coverageOf = createResultCoverage({ at: () => data, ...NO_FEEDS }, () => false);
  const result = {
    kind: 'packages',
    ecosystems: '["Ubuntu:24.10"]',
    system: null,
    generation: 1,
    state_id: 1,
    package_list: 'whole',
    other_packages: null,
  } as const;
  const task = { are_checks_on: true, finished_at: Date.parse(day) / 1000 };
  expect(coverageOf(result, task).packages).toMatchObject({ state, reason });
});
