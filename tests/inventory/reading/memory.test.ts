import { describe, expect, it } from 'vitest';
import { createMemory, createNumbers } from '../../../src/inventory/reading/memory.js';

describe('remembered numbers', () => {
  it('keep what is asked for, and forget the rest', () => {
    const numbers = createNumbers(2);
    numbers.keep('often', 1);
    numbers.keep('once', 2);
    for (let i = 0; i < 10; i += 1) {
      numbers.keep(`other ${i}`, 10 + i);
      expect(numbers.known('often')).toBe(1);
    }
    expect(numbers.known('once')).toBeUndefined();
    expect(numbers.known('other 9')).toBe(19);
  });

  it('are forgotten when something was swept, and told from those of before', () => {
    const memory = createMemory();
    memory.lines.keep('a', 1);
    memory.sweptUpTo(0);
    expect(memory.lines.known('a')).toBe(1);
    expect(memory.holds(0)).toBe(true);
    memory.sweptUpTo(2);
    expect([memory.lines.known('a'), memory.holds(0), memory.holds(2)]).toEqual([undefined, false, true]);
    memory.sweptUpTo(1);
    expect(memory.holds(2)).toBe(true);
  });
});
