import { defineConfig } from 'vitest/config';

/** Agent operations that are cut or killed at every step: minutes of forked shells, too long for `npm test`. */
const CHAOS = 'tests/**/*.chaos.test.ts';

/** Tests of the console in a real browser, against the real service. */
const BROWSER = 'tests/console/browser/**';

/** Walks over all lists, dialogs and looks of the console: minutes, too long for `npm test`. */
const WALKS = 'tests/console/walks/**';

export default defineConfig({
  test: {
    maxWorkers: 3, // most tests wait for sockets and timers more than they compute
    projects: [
      // No test mocks a module or leaves state behind, so the files of one worker can share imports, which
      // are half of the run time.
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/lab/**', 'tests/bench/**', BROWSER, WALKS, CHAOS],
          testTimeout: 60_000, // a busy machine is slow, not wrong
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          include: [`${BROWSER}/*.test.ts`],
          globalSetup: 'tests/support/build-console.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'walks',
          include: [`${WALKS}/*.test.ts`],
          globalSetup: 'tests/support/build-console.ts',
          testTimeout: 300_000,
        },
      },
      {
        // Pictures for the README: npm run screenshots
        test: {
          name: 'screenshots',
          include: ['tests/console/screenshots/*.shots.ts'],
          globalSetup: 'tests/support/build-console.ts',
          testTimeout: 120_000,
        },
      },
      { test: { name: 'chaos', include: [CHAOS], testTimeout: 60_000 } },
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
