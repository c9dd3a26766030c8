import { describe, expect, it } from 'vitest';
import { orderPorts, seedOf } from '../../../src/platform/scanner/port-order.js';

const all = Array.from({ length: 65_535 }, (_, i) => i + 1);

describe('order of ports', () => {
  it('contains each port once, for any seed', () => {
    for (const seed of [0, 1, seedOf('10.0.0.1'), 0xffff_ffff])
      expect(new Set(orderPorts(all, seed)).size).toBe(65_535);
  });

  it('begins with the common ports', () => {
    expect(orderPorts([9, 22, 7, 443, 80], 1).slice(0, 3)).toEqual([443, 80, 22]);
  });

  it('does not ascend after them', () => {
    const order = orderPorts(all, seedOf('10.0.0.1')).slice(30);
    const steps = order.filter((port, i) => i > 0 && port === (order[i - 1] ?? 0) + 1);
    expect(steps.length).toBeLessThan(100);
  });

  it('depends only on the seed', () => {
    expect(orderPorts(all, 7)).toEqual(orderPorts(all, 7));
    expect(orderPorts(all, 7)).not.toEqual(orderPorts(all, seedOf('10.0.0.2')));
  });

  it('excludes invalid ports and duplicates', () => {
    expect(orderPorts([0, -1, 65_536, 1.5, Number.NaN, 5, 5], 1)).toEqual([5]);
  });
});
