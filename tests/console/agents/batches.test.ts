import { describe, expect, it } from 'vitest';
import { OPERATION_ERRORS } from '../../../src/agents/operations/errors.js';
import { remedyOf } from '../../../src/console/parts/agents/remedies.js';
import {
  batchStates,
  failureGroups,
} from '../../../src/console/screens/agent-batch/batch-states.js';
import { selectedHosts } from '../../../src/console/screens/agents/selected-hosts.js';

const batch = {
  id: 1,
  action: 'install' as const,
  credential_id: 1,
  dry_run: false,
  hosts: 10,
  created_at: 0,
  states: {},
  failures: {},
  refusal_codes: {},
  refusals: [],
};

describe('a batch of operations', () => {
  it.each([
    [{}, 0, false],
    [{ queued: 4, working: 2, completed: 3, failed: 1 }, 4, false],
    [{ completed: 6, failed: 3, refused: 1 }, 10, true],
  ])('of 10 hosts with the states %j has %i finished', (states, finished, isFinished) => {
    expect(batchStates({ ...batch, states })).toMatchObject({ finished, isFinished });
  });

  it('groups what was not done by code, those of the most hosts first', () => {
    const groups = failureGroups({
      ...batch,
      failures: { auth_failed: 2, connect_timeout: 5 },
      refusal_codes: { operation_working: 3 },
    });
    expect(groups.map(({ kind, code, hosts }) => `${kind} ${code} ${hosts}`)).toEqual([
      'failed connect_timeout 5',
      'refused operation_working 3',
      'failed auth_failed 2',
    ]);
  });

  it.each([...Object.keys(OPERATION_ERRORS), 'operation_working', 'not_found'])(
    'the code %s has a remedy',
    (code) => {
      expect(remedyOf(code)).not.toBe(remedyOf('no such code'));
    },
  );
});

const load = () => Promise.resolve([3]);

describe('the hosts of a selection', () => {
  const none = { q: '', filters: {} };
  it.each([
    ['rows', { isAllMatching: false, matching: 0 }, none, false, { host_ids: [3, 4] }],
    [
      'all without an agent',
      { isAllMatching: true, matching: 12 },
      { q: 'web', filters: {} },
      true,
      { filter: { agent: 'none', q: 'web' }, expected: 12 },
    ],
    [
      'all of a state',
      { isAllMatching: true, matching: 12 },
      { q: '', filters: { state: 'offline' } },
      false,
      { filter: { agent: 'offline' }, expected: 12 },
    ],
    [
      'all with any agent',
      { isAllMatching: true, matching: 12 },
      none,
      false,
      { load, expected: 12 },
    ],
    [
      'all of another version',
      { isAllMatching: true, matching: 12 },
      { q: '', filters: { state: 'online', outdated: 'true' } },
      false,
      { load, expected: 12 },
    ],
    [
      'all of a state that was typed into the address',
      { isAllMatching: true, matching: 12 },
      { q: '', filters: { state: 'x' } },
      false,
      { load, expected: 12 },
    ],
  ])('%s', (_name, selection, state, isWithout, expected) => {
    const rows = { ids: new Set([3, 4]), ...selection };
    expect(selectedHosts(rows, state, isWithout, load)).toEqual(expected);
  });
});
