import { describe, expect, it } from 'vitest';
import { loadMatching, loadRows } from '../../../src/console/parts/table/load-rows.js';

/** Returns a list of `total` rows, and the pages that were requested. */
function listOf(total: number) {
  const pages: number[] = [];
  const load = ({ page, limit }: { page: number; limit: number }) => {
    pages.push(page);
    const first = (page - 1) * limit;
    const data = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, i) => ({
      id: first + i,
    }));
    return Promise.resolve({ data, meta: { page, limit, total } });
  };
  return { load, pages };
}

describe('all rows that match', () => {
  it.each([
    [0, [1]],
    [999, [1]],
    [2500, [1, 2, 3]],
    [12_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('%i are read in pages, at most 10,000', async (total, pages) => {
    const list = listOf(total);
    const { rows } = await loadRows(list.load);
    expect(rows).toHaveLength(Math.min(total, 10_000));
    expect(list.pages).toEqual(pages);
  });

  it('are not changed if their number is another than was shown, or too many', async () => {
    expect(await loadMatching(listOf(3).load, 3)).toHaveLength(3);
    await expect(loadMatching(listOf(3).load, 2)).rejects.toMatchObject({
      code: 'selection_changed',
    });
    await expect(loadMatching(listOf(10_001).load, 10_001)).rejects.toMatchObject({
      code: 'too_many',
    });
  });
});
