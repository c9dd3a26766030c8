import { expect, it } from 'vitest';
import { compareHistory, type HistoryHost, type HistoryTask } from '../setup.js';

const unanswered = (id: number): HistoryHost => ({
  id,
  outcome: 'unreachable',
  isUnanswered: true,
});
const silent = (id: number): HistoryHost => ({ id, outcome: 'unreachable' });
const found = (id: number): HistoryHost => ({ id, ports: [], scannedPorts: [22] });
const task = (...hosts: HistoryHost[]): HistoryTask => ({ hosts, generation: 1 });

it('counts addresses of a range without a host apart from hosts that were not checked', () => {
  const chain = compareHistory(
    [
      task(found(1), unanswered(2), unanswered(3)),
      task(silent(1), found(2), unanswered(3)),
      task(unanswered(4), unanswered(5)), // nothing answered at all
      task(found(4), unanswered(5)),
    ],
    [[]],
  );
  expect(
    chain.map(({ coverage, not_compared }) => [
      coverage.checkedHosts,
      coverage.notCheckedHosts,
      coverage.unansweredAddresses,
      not_compared.map((n) => `${n.host_id} ${n.reason}`).join(', '),
    ]),
  ).toEqual([
    [1, 0, 2, ''],
    [1, 1, 1, '1 unreachable'],
    [0, 2, 0, '4 unreachable, 5 unreachable, 1 not_in_task, 2 not_in_task'],
    [1, 0, 1, ''],
  ]);
});
