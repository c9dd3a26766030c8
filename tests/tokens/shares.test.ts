import { expect, it } from 'vitest';
import { createShares } from '../../src/tokens/shares.js';

it('the largest share is that of the owner who has the most now', () => {
  const shares = createShares<string | null>();
  expect(shares.largest()).toBeUndefined();
  for (const owner of ['a', null, null, 'b']) shares.add(owner);
  expect([shares.largest(), shares.of(null), shares.of('c')]).toEqual([null, 2, 0]);
  for (const owner of [null, null]) shares.remove(owner);
  expect([shares.largest(), shares.of(null)]).toEqual(['a', 0]);
});
