import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/agents/operations/operations.js';
import { stepsOf } from '../../src/agents/operations/operations.js';
import { agentLab, as } from './agent-lab.js';
import { takeDownHosts } from './hosts.js';
import { killableService, type Ids, type KillableService } from './killable-service.js';

const { whyNot, host, traces, clean } = agentLab(['systemd']);
let service: KillableService;
let ids: Ids;
afterAll(takeDownHosts);

// The steps before these change nothing on the host and are the same for all.
const FROM = { install: 'queued', update: 'way_back', uninstall: 'inspect' } as const;
const cases = (['install', 'update', 'uninstall'] as const).flatMap((action) =>
  stepsOf(action)
    .slice(stepsOf(action).indexOf(FROM[action]))
    .map((step) => [action, step] as const),
);

/** What an operation whose service was killed ends as: interrupted, or completed when it was faster. */
function expectTold({ status, error }: Operation): void {
  expect([status, error?.code]).toEqual(
    status === 'completed' ? ['completed', undefined] : ['failed', 'interrupted'],
  );
}

describe.skipIf(whyNot !== null)('a service that is killed', () => {
  beforeAll(async () => {
    service = await killableService();
    await clean('systemd');
    const { ip, passwords } = host('systemd');
    ids = await service.know(ip, 'admin', passwords.admin);
  });
  afterAll(() => service.close());

  it.each(cases)(
    'during an %s, at the step %s, tells so; what it left is mended, and removed without a trace',
    async (action, step) => {
      if (action !== 'install') expect(await service.run(ids, 'install')).toMatchObject(as(null));
      const op = await service.begin(ids, action);
      await service.untilStep(op, step);
      await service.kill();
      await service.start();
      expectTold(await service.operation(op));
      const again = await service.run(ids, action);
      expect(again).toMatchObject(
        as(action === 'uninstall' && again.status === 'failed' ? 'not_installed' : null),
      ); // all may have been removed
      if (action !== 'uninstall')
        expect(await service.run(ids, 'uninstall')).toMatchObject(as(null));
      expect(await traces('systemd')).toBe('');
    },
  );
});
