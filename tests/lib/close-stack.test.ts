import { describe, expect, it } from 'vitest';
import { createCloseStack } from '../../src/lib/close-stack.js';

describe('close stack', () => {
  it('closes one resource after the other, the last added first', async () => {
    const closed: string[] = [];
    const stack = createCloseStack();
    stack.add(() => closed.push('database'));
    stack.add(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      closed.push('engine');
    });
    await stack.close();
    expect(closed).toEqual(['engine', 'database']);
  });

  it('closes the rest after a failure and throws the first failure', async () => {
    const closed: string[] = [];
    const stack = createCloseStack();
    stack.add(() => closed.push('lock'));
    stack.add(() => {
      throw new Error('second failure');
    });
    stack.add(async () => {
      throw new Error('first failure');
    });
    await expect(stack.close()).rejects.toThrow('first failure');
    expect(closed).toEqual(['lock']);
  });

  it('closes each resource once', async () => {
    let count = 0;
    const stack = createCloseStack();
    stack.add(() => {
      count += 1;
    });
    await Promise.all([stack.close(), stack.close()]);
    expect(count).toBe(1);
  });
});
