import { describe, expect, it } from 'vitest';
import { completed, expectRecoverable, run, setUp } from '../../support/agent-chaos.js';

// After elevation (2): inspection, callback test, upload, start, cleanup. For an uninstall: inspection, removal.
const LAST = 7;

describe.each([
  ['cutAtExec', [2, 3, 4, 5, 6, LAST], [2, 3, 4]],
  ['cutInExec', [5, 6], [4]],
  ['cutAfterExec', [5, 6, LAST], [4]],
] as const)('operation over a connection that is cut (%s)', (knob, ofUpdates, ofUninstalls) => {
  it.each(ofUpdates)(
    'keeps an authenticated agent after a cut at command %i of an update',
    async (n) => {
      const { host, service, ids } = await setUp();
      await run(service, ids, 'install');
      host.knobs[knob] = n;
      expect(await run(service, ids, 'update')).toMatchObject(
        n === LAST ? completed : { status: 'failed', error: { code: 'connection_lost' } },
      );
      expect(
        service.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim()),
      ).toMatchObject({ hostId: ids.hostId });
      expect(await run(service, ids, 'update')).toMatchObject(completed);
      await expectRecoverable(host, service, ids);
    },
    60_000,
  );

  it.each(ofUninstalls)(
    'can be repeated after a cut at command %i of an uninstall',
    async (n) => {
      const { host, service, ids } = await setUp();
      await run(service, ids, 'install');
      host.knobs[knob] = n;
      expect(await run(service, ids, 'uninstall')).toMatchObject({
        status: 'failed',
        error: { code: 'connection_lost' },
      });
      await expectRecoverable(host, service, ids);
    },
    60_000,
  );
});
