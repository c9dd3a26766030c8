import { expect, it } from 'vitest';
import type { CheckResult } from '../../../src/pentest/checks/check.js';
import { builtInEnd } from '../../../src/vulnerabilities/support/support-dates.js';
import { systemSupport } from '../../../src/vulnerabilities/support/system-support.js';
import { findCoverageInput } from '../../../src/vulnerabilities/coverage/coverage.repository.js';
import { coverageOf } from '../../../src/vulnerabilities/coverage/host-coverage.js';
import { createStoreServices } from '../../../src/services/services.store.js';
import { addHosts, testDatabase } from '../../support/database.js';
import { service } from '../../support/services.js';
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
  const coverageOfResult = createResultCoverage({ at: () => NO_DATA, ...NO_FEEDS }, () => false);
  const services = [service(80, { service: 'http' })];
  const result = { kind: 'ports', services, checks, generation: 1, ...ANSWERED } as const;
  expect(coverageOfResult(result, { are_checks_on: true }).services.state).toBe(state);
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
  const coverageOfResult = createResultCoverage({ at: () => data, ...NO_FEEDS }, () => false);
  const services = ports.silentPorts === '80' ? [service(22, { service: 'ssh' })] : [];
  const result = {
    kind: 'ports',
    services,
    checks: [],
    generation: 1,
    ...ANSWERED,
    ...ports,
  } as const;
  expect(coverageOfResult(result, { are_checks_on: true }).services).toMatchObject({
    state,
    message,
  });
});

it.each([
  ['that says nothing', {}, true],
  ['with an unknown banner', { banner: 'hello' }, true],
  ['of which only TLS is known', { service: 'tls' }, true],
  ['with a product', { product: 'nginx' }, false],
  ['with a protocol and no product', { service: 'http' }, false],
  ['with a product inside TLS', { service: 'tls', product: 'Tor' }, false],
])(
  'of a scan and of a host says that a port %s was not identified: %s, %s',
  (_what, found, isSaid) => {
    const data = { hasData: () => true, feedsOf: () => [], feedsOfBuild: () => null };
    const history = { at: () => data, ...NO_FEEDS };
    const services = [service(22, { service: 'ssh' }), service(9999, found)];
    const result = { kind: 'ports', services, checks: [], generation: 1, ...ANSWERED } as const;
    const database = testDatabase();
    const [host = 0] = addHosts(database, 1);
    const scan = { services, scanned_ports: [22, 9999], checks: [] };
    createStoreServices(database.sqlite)(host, scan, 0);
    const input = findCoverageInput(database.sqlite, host);
    if (input === undefined) throw new Error('There is no such host.');
    const message = '1 open port was not identified: nothing was matched there.';
    const expected = isSaid
      ? { state: 'partly', reason: 'not_identified', message }
      : { state: 'matched', reason: null, message: null };
    const ofScan = createResultCoverage(history, () => false)(result, { are_checks_on: true });
    expect(ofScan.services).toMatchObject(expected);
    expect(coverageOf(input, history, 1).services).toMatchObject(expected);
  },
);

it.each([
  ['2025-07-10', 'matched', null],
  ['2025-07-11', 'partly', 'end_of_life'],
])('of packages of Ubuntu 24.10 in a task of %s is %s: %s', (day, state, reason) => {
  const data = { hasData: () => true, feedsOf: () => [], feedsOfBuild: () => null };
  const coverageOfResult = createResultCoverage({ at: () => data, ...NO_FEEDS }, () => false);
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
  expect(coverageOfResult(result, task).packages).toMatchObject({ state, reason });
});
