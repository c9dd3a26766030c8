import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const read = async (text: string) =>
  (await readFeed(FEED_FORMATS.eol, text)).items.flatMap((item) =>
    'record' in item ? [item] : [],
  );
const product = (category: string, releases: object[]) =>
  JSON.stringify({
    result: [
      {
        name: 'foo',
        label: 'Foo',
        category,
        identifiers: [{ type: 'cpe', id: 'cpe:2.3:a:bar:foo' }],
        releases,
      },
    ],
  });

describe("endoflife.date's products", () => {
  it('are read with the date of the file', async () => {
    const { version, rejected } = await readFeed(FEED_FORMATS.eol, feedSample('eol/products.json'));
    expect([version, rejected]).toEqual(['2026-08-22T00:00:00+00:00', []]);
  });

  it('are refused if the file has fewer than its total says', async () => {
    const cut = { ...(JSON.parse(product('os', [])) as object), total: 2 };
    await expect(read(JSON.stringify(cut))).rejects.toMatchObject({
      code: 'truncated',
      message: 'The file has 1 of its 2 products (total)',
    });
    expect(await read(JSON.stringify({ ...cut, total: 1 }))).toEqual([]);
  });

  it('have a record of each system, with its last day', async () => {
    const records = await read(feedSample('eol/products.json'));
    const ubuntu = records.find(({ record }) => record.name === 'EOL-ubuntu-18.04');
    expect(ubuntu?.record.ranges).toMatchObject([
      {
        affectedPackage: { ecosystem: 'eol:system', name: 'ubuntu 18.04' },
        lastAffected: '2023-05-31',
        conditions: { extended: '2028-04-01' },
      },
    ]);
  });

  it('are graver a year after their end', async () => {
    const records = await read(feedSample('eol/products.json'));
    expect(
      records
        .filter(({ record }) => record.name === 'EOL-php-7.4')
        .map(({ record, after, until }) => [record.title, record.severity, after, until]),
    ).toEqual([
      ['PHP 7.4 is end of life since 2022-11-28', 'medium', '2022-11-28', '2023-11-28'],
      ['PHP 7.4 is end of life since 2022-11-28', 'high', '2023-11-28', undefined],
    ]);
  });

  it('have the versions of a branch, without those of branches inside it', async () => {
    const text = product('server-app', [
      { name: '7', isEol: true, eolFrom: '2020-01-01' },
      { name: '7.17', isEol: false, eolFrom: null },
      { name: '7.9', isEol: false, eolFrom: null },
    ]);
    const [first] = await read(text);
    expect(
      first?.record.ranges.map(({ introduced, endsBefore }) => [introduced, endsBefore]),
    ).toEqual([
      ['7', '7.9'],
      ['7.10', '7.17'],
      ['7.18', '8'],
    ]);
  });

  it.each([
    ['an end that is not published', { name: '1', isEol: false, eolFrom: null }],
    ['a name that is no version', { name: 'lts', isEol: true, eolFrom: '2020-01-01' }],
    ['nothing about the end', { name: '1' }],
  ])('have no record of a program with %s', async (_what, release) => {
    expect(await read(product('server-app', [release]))).toEqual([]);
  });

  it.each(['{}', '[]', '{"result":{}}', '<html>'])('are not %s', async (text) => {
    await expect(read(text)).rejects.toThrow('The file is');
  });
});
