import { describe, expect, it } from 'vitest';
import { completed, expectRecoverable, run, setUp } from '../../support/agent-chaos.js';

// After elevation (2): inspection, way back, upload, start, tidying up. Of an uninstall: inspection, removal.
const LAST = 7;

describe.each([
  ['cutAtExec', [2, 3, 4, 5, 6, LAST], [2, 3, 4]],
  ['cutInExec', [5, 6], [4]],
  ['cutAfterExec', [5, 6, LAST], [4]],
] as const)('a connection that is cut (%s)', (knob, ofUpdates, ofUninstalls) => {
  it.each(ofUpdates)(
    'at command %i of an update keeps an agent that is let in',
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
    'at command %i of an uninstall lets it be removed again',
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
