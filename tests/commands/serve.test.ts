import { describe, expect, it } from 'vitest';
import { plainHttpWarning } from '../../src/commands/serve.js';

describe('the warning about plain HTTP', () => {
  it.each([
    ['127.0.0.1', false, false],
    ['::1', false, false],
    ['127.8.8.8', false, false],
    ['0.0.0.0', false, true],
    ['::', false, true],
    ['192.0.2.1', false, true],
    ['0.0.0.0', true, false],
  ])('on %s with TLS %s is shown: %s', (address, isTls, isShown) => {
    const warning = plainHttpWarning({ address, port: 8700, family: 'x' }, isTls);
    expect(warning !== '').toBe(isShown);
  });
});
