import type { Sqlite } from '../../database/sqlite.js';
import { COUNTED_FROM } from '../../knowledge/records.js';
import { cpeSynonyms } from '../matching/services/cpe-synonyms.js';
import { parseServiceCpe } from '../matching/services/cpe-name.js';
import { prepareProductCounts } from './coverage.statements.js';

/** How many CVEs of the last twelve months name a program, and how many of these have no product data. */
export interface ProductCount {
  /** as service detection names it */
  name: string;
  cves: number;
  without_data: number;
}

/**
 * Returns the counts of the programs of services, by name. Empty if the data were loaded before they are counted.
 * @param dataFrom the date of NVD's data in Unix seconds, from which the months are counted back
 */
export function readProductCounts(
  knowledge: Sqlite,
  services: readonly { product: string | null; cpe: string | null }[],
  { dataFrom, generation }: { dataFrom: number; generation: number },
): ProductCount[] {
  const statements = prepareProductCounts(knowledge);
  const from = yearBefore(dataFrom);
  if (from < COUNTED_FROM || statements.isCounted.get({ generation }) !== 1) return [];
  const programs = new Map(services.map(({ product, cpe }) => [product, cpe]));
  return [...programs].flatMap(([name, text]) => {
    const cpe = text === null ? null : parseServiceCpe(text);
    if (name === null || cpe === null) return [];
    const names = JSON.stringify(cpeSynonyms(cpe.vendor, cpe.product));
    const cves = statements.named.get({ names, from, generation }) ?? 0;
    const withoutData = statements.unmatched.get({ names, from, generation }) ?? 0;
    return [{ name, cves, without_data: withoutData }];
  });
}

function yearBefore(time: number): number {
  const date = new Date(time * 1000);
  return Math.floor(date.setUTCFullYear(date.getUTCFullYear() - 1) / 1000);
}
