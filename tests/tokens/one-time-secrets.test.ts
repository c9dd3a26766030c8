import { describe, expect, it } from 'vitest';
import { createOneTimeSecrets } from '../../src/tokens/one-time-secrets.js';
import { heldClock, NOW } from '../support/database.js';

describe('a one-time secret', () => {
  it.each([
    ['is valid before its end', 29, 'value'],
    ['is valid after a correction of the clock by seconds', -5, 'value'],
    ['is not valid after its end', 30, null],
    ['is not valid after the clock was set back by a year', -366 * 86_400, null],
    ['is not valid after the clock was set ahead by a year', 366 * 86_400, null],
  ])('%s', (_what, seconds, value) => {
    const clock = heldClock();
    const secrets = createOneTimeSecrets<string>(clock, {
      prefix: 'x',
      lifetimeSeconds: 30,
      max: 9,
    });
    const { secret, expires_at } = secrets.issue('value', null);
    expect(expires_at).toBe(NOW + 30);
    clock.seconds += seconds;
    expect(secrets.redeem(secret)).toBe(value);
  });
});
