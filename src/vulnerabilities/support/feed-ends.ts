import type { Sqlite } from '../../database/sqlite.js';
import { dataDate } from '../../knowledge/feed-dates.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { BUILT_IN_DATE, builtInEnd } from './support-dates.js';
import { prepareFeedEnd } from './support.statements.js';
import type { FindReleaseEnd } from './system-support.js';

/**
 * Returns the ends of releases by the feed `eol` and the built-in table. The newer one decides; the other one adds the
 * releases that it lacks.
 */
export function knownEnds(knowledge: {
  sqlite: Sqlite;
  feedVersion: Knowledge['feedVersion'];
}): FindReleaseEnd {
  const version = knowledge.feedVersion('eol');
  if (version === null) return builtInEnd;
  const read = prepareFeedEnd(knowledge.sqlite);
  const feedEnd: FindReleaseEnd = (product, cycle) => {
    const row = read.get(`${product} ${cycle}`);
    return row && { end: row.end ?? '', extended: row.extended ?? '' };
  };
  const isNewer = (dataDate(version) ?? 0) >= Date.parse(BUILT_IN_DATE) / 1000;
  const [first, second] = isNewer ? [feedEnd, builtInEnd] : [builtInEnd, feedEnd];
  return (product, cycle) => first(product, cycle) ?? second(product, cycle);
}
