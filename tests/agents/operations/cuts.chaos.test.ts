import { describe, expect, it } from 'vitest';
import { completed, expectRecoverable, run, setUp } from '../../support/agent-chaos.js';

// elevation (2), inspection, callback test, upload, start, cleanup
const COMMANDS = [1, 2, 3, 4, 5, 6, 7];

describe.each([
  ['cutAtExec', COMMANDS],
  ['cutInExec', [5, 6]],
  ['cutAfterExec', [5, 6, 7]],
] as const)('install over a connection that is cut (%s)', (knob, commands) => {
  it.each(commands)(
    'can be repeated and uninstalled after a cut at command %i',
    async (n) => {
      const { host, service, ids } = await setUp();
      host.knobs[knob] = n;
      const op = await run(service, ids, 'install');
      expect(op).toMatchObject(
        n === COMMANDS.length
          ? completed
          : { status: 'failed', error: { code: 'connection_lost' } },
      );
      await expectRecoverable(host, service, ids);
    },
    60_000,
  );
});
