import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../src/feeds/formats/formats.js';
import { cpeOf } from '../../src/pentest/detect/cpe.js';
import { createMatcher } from '../../src/vulnerabilities/matching/matcher.js';
import { feedSample, readFeed } from '../support/feed-items.js';
import { createKnowledge, storeFeed } from '../support/stored-records.js';

/**
 * The affected products of real CVE records in the form of NVD's records, with versions that were labelled from the
 * publisher's advisory or description: 37 of 2026 (CVEProject/cvelistV5), and 279 of 2022 to 2024
 * (cisagov/vulnrichment, 2024-10-24), both under the terms of use of the CVE Program.
 */
interface Labelled {
  id: string;
  source: string;
  /** as service detection names it */
  product: string;
  affected: object[];
  /** affected versions */
  matches: string[];
  /** fixed versions, and those of other series that are not affected */
  misses: string[];
}

const LABELLED = JSON.parse(feedSample('cna/labelled.json')) as Labelled[];

/** Versions in sentences, and records that state unaffected versions only. */
const MISSED = [
  'CVE-2022-32742 4.16.3',
  'CVE-2022-3437 4.16.5',
  'CVE-2023-42670 4.18.7',
  'CVE-2023-42670 4.17.11',
  'CVE-2024-45711 15.4.2.2',
];
/** `8.4.0` beside `9.0.1 and prior`: no series says that 8.4.1 has the fix. */
const WRONG = ['CVE-2024-21204 8.4.1'];

const toCve = ({ id, source, affected }: Labelled): object => ({
  id,
  sourceIdentifier: source,
  vulnStatus: 'Deferred',
  descriptions: [{ lang: 'en', value: `A flaw (${id}).` }],
  affected: [{ source, affectedData: affected }],
});

describe('CVE records without CPE data of NVD', () => {
  it('are found for the affected versions of a service, and for no other version', async () => {
    const page = {
      format: 'NVD_CVE',
      version: '2.0',
      vulnerabilities: LABELLED.map((one) => ({ cve: toCve(one) })),
    };
    const { records } = await readFeed(FEED_FORMATS.nvd, JSON.stringify(page));
    const knowledge = createKnowledge();
    storeFeed(knowledge, 'nvd', '1', records);
    const matcher = createMatcher(knowledge);
    const isFound = ({ id, product }: Labelled, version: string): boolean =>
      matcher
        .matchService({
          port: 1,
          transport: 'tcp',
          service: null,
          product,
          version,
          revision: null,
          cpe: cpeOf(product, version),
          banner: null,
        })
        .some(({ fact }) => fact.vulnerability_id === id);
    const missed = LABELLED.flatMap((one) =>
      one.matches
        .filter((version) => !isFound(one, version))
        .map((version) => `${one.id} ${version}`),
    );
    const wrong = LABELLED.flatMap((one) =>
      one.misses
        .filter((version) => isFound(one, version))
        .map((version) => `${one.id} ${version}`),
    );
    expect({ missed, wrong }).toEqual({ missed: MISSED, wrong: WRONG });
    expect(LABELLED.length).toBe(316);
  });
});
