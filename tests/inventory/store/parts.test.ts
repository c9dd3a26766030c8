import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  splitDifference,
  type ChangedPackage,
  type PackagePart,
} from '../../../src/inventory/store/parts.js';
import { runInSlices } from '../../../src/lib/slices.js';

const changed = (name: string, id: number, kind: ChangedPackage['kind'] = 'added') => ({
  id,
  name,
  kind,
});
const split = (list: readonly ChangedPackage[], size: number): Promise<PackagePart[]> =>
  runInSlices(splitDifference(list, size));
const idsOf = (part: PackagePart): number[] => [...part.removed, ...part.added, ...part.relinked];

describe('splitDifference', () => {
  it('returns no part for no difference', async () => {
    expect(await split([], 2)).toEqual([]);
  });

  it('keeps the versions of one name together', async () => {
    const list = [
      changed('b', 3, 'removed'),
      changed('a', 1, 'removed'),
      changed('c', 6, 'relinked'),
      changed('a', 2),
      changed('b', 4),
      changed('b', 5),
    ];
    expect(await split(list, 3)).toEqual([
      { removed: [3], added: [4, 5], relinked: [] },
      { removed: [1], added: [2], relinked: [6] },
    ]);
  });

  it('cuts a name with too many versions', async () => {
    const list = Array.from({ length: 10 }, (_, i) => changed('a', i));
    expect((await split(list, 4)).map((part) => idsOf(part).length)).toEqual([4, 4, 2]);
  });

  it('has each package in one part, and no part of more than twice the size', async () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const kinds = fc.constantFrom('removed' as const, 'added' as const, 'relinked' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(names, kinds)),
        fc.integer({ min: 1, max: 5 }),
        async (list, size) => {
          const parts = await split(
            list.map(([name, kind], id) => changed(name, id, kind)),
            size,
          );
          expect(parts.flatMap(idsOf).sort((a, b) => a - b)).toEqual(list.map((_, id) => id));
          for (const part of parts) expect(idsOf(part).length).toBeLessThanOrEqual(2 * size);
        },
      ),
    );
  });
});
