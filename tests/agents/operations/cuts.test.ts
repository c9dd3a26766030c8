import { describe, expect, it } from 'vitest';
import { completed, expectMendable, run, setUp } from '../../support/agent-chaos.js';

// elevation (2), inspection, way back, upload, start, tidying up
const COMMANDS = [1, 2, 3, 4, 5, 6, 7];

describe.each([['cutAtExec', COMMANDS, [6]], ['cutInExec', [5, 6], [6]]] as const)('a connection that is cut (%s)', (knob, commands, ofUpdates) => {
  it.each(commands)('at command %i of an install leaves what can be installed and removed', async (n) => {
    const { host, service, ids } = await setUp();
    host.knobs[knob] = n;
    const op = await run(service, ids, 'install');
    expect(op).toMatchObject(n === COMMANDS.length ? completed : { status: 'failed', error: { code: 'connection_lost' } });
    await expectMendable(host, service, ids);
  }, 60_000);

  it.each(ofUpdates)('at command %i of an update keeps an agent that is let in', async (n) => {
    const { host, service, ids } = await setUp();
    await run(service, ids, 'install');
    host.knobs[knob] = n;
    await run(service, ids, 'update');
    expect(service.ctx.hub.authenticate(host.file('opt/hostwarden-agent/token').trim())).toMatchObject({ hostId: ids.hostId });
    expect(await run(service, ids, 'update')).toMatchObject(completed);
    await expectMendable(host, service, ids);
  }, 60_000);

  it.each([4])('at command %i of an uninstall lets it be removed again', async (n) => {
    const { host, service, ids } = await setUp();
    await run(service, ids, 'install');
    host.knobs[knob] = n;
    expect(await run(service, ids, 'uninstall')).toMatchObject({ status: 'failed', error: { code: 'connection_lost' } });
    await expectMendable(host, service, ids);
  }, 60_000);
});
