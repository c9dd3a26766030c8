import { describe, expect, it } from 'vitest';
import { createAgentInventoryType } from '../../../src/inventory/agent-inventory.type.js';
import { inventoryParams } from '../../../src/inventory/inventory.params.js';
import { createPentestType } from '../../../src/pentest/pentest.type.js';
import { pentestParams } from '../../../src/pentest/pentest.params.js';
import type { TaskType } from '../../../src/tasks/task-type.js';
import { describeTaskType } from '../../../src/tasks/types/describe-task-type.js';
import { fakeType, testApp } from '../../support/app.js';

const pentest = createPentestType({} as never) as unknown as TaskType;

describe('describeTaskType', () => {
  it('titles every param of a network scan', () => {
    const { params_schema, default_ports } = describeTaskType(pentest);
    const [object] = params_schema.anyOf as { properties: Record<string, { title?: string }> }[];
    const titles = Object.entries(object?.properties ?? {}).map(([name, { title }]) => [
      name,
      title,
    ]);
    expect(titles).toEqual([
      ['ports', 'Ports'],
      ['speed', 'Speed'],
      ['discovery', 'Discovery of hosts'],
      ['checks', 'Checks for weaknesses'],
      ['ranges', 'Address ranges'],
    ]);
    expect(default_ports).toMatchObject({ count: 1000, udp: '53,161' });
  });

  it('returns defaults that mean the same as no params', () => {
    const { defaults } = describeTaskType(pentest);
    const params = pentestParams(65_535);
    expect(params.parse(defaults)).toEqual(params.parse(null));
  });

  it('demands exactly one param of an inventory', () => {
    const type = { ...fakeType(), name: 'inventory', params: inventoryParams } as TaskType;
    expect(describeTaskType(type).params_schema).toMatchObject({
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      properties: { credential_id: { title: 'Credential' }, imported: { const: true } },
    });
  });

  it('describes a type without params', () => {
    const type = createAgentInventoryType({
      hub: { requestInventory: () => Promise.reject(new Error('not called')) },
    });
    expect(describeTaskType(type)).toMatchObject({
      type: 'agentInventory',
      defaults: null,
      default_ports: null,
      estimates: [],
    });
  });

  it('estimates more ports a second for higher speeds, and fewer for silent hosts', () => {
    const estimates = describeTaskType(pentest).estimates;
    expect(estimates.map((e) => e.speed)).toEqual(['1', '2', '3', '4', '5']);
    for (const [i, e] of estimates.entries()) {
      expect(e.silent_ports_per_second).toBeLessThan(e.ports_per_second);
      expect(e.ports_per_second).toBeGreaterThan(estimates[i - 1]?.ports_per_second ?? 0);
    }
  });
});

describe('GET /task-types', () => {
  it('lists the types that templates can have', async () => {
    const { call } = await testApp();
    const { status, body } = await call('GET', '/task-types');
    const [type] = (body as { data: { type: string; label: string }[] }).data;
    expect([status, type?.type, type?.label]).toEqual([200, 'pentest', 'pentest']);
  });
});
