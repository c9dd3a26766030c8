import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepsOf, type Operation } from '../../src/agents/operations/operations.js';
import { agentLab, as } from './agent-lab.js';
import { removeHosts } from './hosts.js';
import { killableService, type Ids, type KillableService } from './killable-service.js';

const { skipReason, host, traces, clean } = agentLab(['systemd']);
let service: KillableService;
let ids: Ids;
afterAll(removeHosts);

// The earlier steps make no changes on the host, and are equal for all actions.
const FROM = { install: 'queued', update: 'way_back', uninstall: 'inspect' } as const;
const cases = (['install', 'update', 'uninstall'] as const).flatMap((action) =>
  stepsOf(action)
    .slice(stepsOf(action).indexOf(FROM[action]))
    .map((step) => [action, step] as const),
);

/** Asserts that an operation whose service was killed is interrupted, or completed if it was faster. */
function expectEnded({ status, error }: Operation): void {
  expect([status, error?.code]).toEqual(
    status === 'completed' ? ['completed', undefined] : ['failed', 'interrupted'],
  );
}

describe.skipIf(skipReason !== null)('agent operations of a killed service', () => {
  beforeAll(async () => {
    service = await killableService();
    await clean('systemd');
    const { ip, passwords } = host('systemd');
    ids = await service.addHost(ip, 'admin', passwords.admin);
  });
  afterAll(() => service.close());

  it.each(cases)(
    'an %s interrupted at the step %s ends, and can be repeated and uninstalled without leftovers',
    async (action, step) => {
      if (action !== 'install') expect(await service.run(ids, 'install')).toMatchObject(as(null));
      const op = await service.begin(ids, action);
      await service.untilStep(op, step);
      await service.kill();
      await service.start();
      expectEnded(await service.operation(op));
      const again = await service.run(ids, action);
      expect(again).toMatchObject(
        as(action === 'uninstall' && again.status === 'failed' ? 'not_installed' : null),
      ); // everything may have been removed
      if (action !== 'uninstall')
        expect(await service.run(ids, 'uninstall')).toMatchObject(as(null));
      expect(await traces('systemd')).toBe('');
    },
  );
});
