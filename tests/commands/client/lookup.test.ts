import { describe, expect, it } from 'vitest';
import { lookupChannel } from '../../../src/commands/client/lookup.js';
import { lookupCredential, lookupGroup } from '../../../src/commands/client/lookup.js';
import type { Client } from '../../../src/commands/client/types.js';

const ITEMS = [
  { id: 1, name: 'lab' },
  { id: 2, name: '1' },
  { id: 3, name: 'Cloud' },
  { id: 4, name: 'cloud' },
  { id: 5, name: '0x1' },
];

/** A service that has the items in every list. */
const client: Client = {
  request: (_method, url) => {
    const id = /\/(\d+)$/.exec(url)?.[1];
    if (id === undefined)
      return Promise.resolve({ status: 200, body: { data: ITEMS, meta: { total: 5 } } });
    const data = ITEMS.find((item) => item.id === Number(id));
    return Promise.resolve(
      data === undefined
        ? { status: 404, body: { code: 'not_found', detail: `No item ${id}` } }
        : { status: 200, body: { data } },
    );
  },
  upload: () => Promise.reject(new Error('not used')),
  close: () => Promise.resolve(),
};

describe.each([
  ['credential', lookupCredential],
  ['channel', lookupChannel],
  ['group', lookupGroup],
] as const)('the lookup of a %s', (one, lookup) => {
  it.each([
    ['1', 1],
    ['2', 2],
    ['lab', 1],
    ['LAB', 1],
    ['cloud', 4],
    ['Cloud', 3],
    ['0x1', 5],
  ])('finds %s', async (text, id) => {
    expect(await lookup(client, text)).toMatchObject({ id });
  });

  it('refuses a name that several have', async () => {
    await expect(lookup(client, 'CLOUD')).rejects.toMatchObject({
      message: `Several ${one}s are named "CLOUD"; use an id: 3, 4`,
      exitCode: 2,
    });
  });

  it('refuses an unknown id, and an unknown name with the one that is probably meant', async () => {
    await expect(lookup(client, '9')).rejects.toMatchObject({ exitCode: 1 });
    await expect(lookup(client, 'lap')).rejects.toMatchObject({
      message: `Unknown ${one} "lap"; did you mean "lab"?`,
      exitCode: 1,
    });
  });
});
