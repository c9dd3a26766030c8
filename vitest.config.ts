import { defineConfig } from 'vitest/config';

// Operations on agents, cut and killed at every step: a minute or two of forked shells, too long for `npm test`.
const SLOW = [
  'tests/agents/operations/install.test.ts',
  'tests/agents/operations/cuts.test.ts',
  'tests/agents/operations/later-cuts.test.ts',
  'tests/agents/operations/restarts.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 3, // most tests wait for sockets and timers more than they compute
    projects: [
      // Nothing is mocked and no file leaves anything behind, so that files of one worker may share what they import: half of the time was importing.
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/lab/**', 'tests/bench/**', ...SLOW],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'chaos', include: SLOW, testTimeout: 60_000 } },
      {
        test: {
          name: 'lab',
          include: ['tests/lab/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
