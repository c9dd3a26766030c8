import { afterAll, describe, expect, it } from 'vitest';
import { stepsOf } from '../../src/agents/operations/steps.js';
import { agentLab, as } from './agent-lab.js';
import { takeDownHosts } from './hosts.js';
import { killableService } from './killable-service.js';

const { whyNot, host, traces, clean } = agentLab(['systemd']);
afterAll(takeDownHosts);

describe.skipIf(whyNot !== null)('an install whose service is killed', () => {
  it.each(stepsOf('install'))('at the step %s is told as interrupted, and can be done again and undone', async (step) => {
    await clean('systemd');
    const service = await killableService();
    const { ip, passwords } = host('systemd');
    const ids = await service.begin(ip, 'admin', passwords.admin);
    await service.untilStep(ids, step);
    await service.kill();
    await service.start();
    const { status, error } = await service.operation(ids);
    expect([status, error?.code]).toEqual(status === 'completed' ? ['completed', undefined] : ['failed', 'interrupted']);
    for (const action of ['install', 'uninstall']) expect(await service.run(ids, action)).toMatchObject(as(null));
    expect(await traces('systemd')).toBe('');
  });
});
