import type { Sqlite } from '../../../database/sqlite.js';
import type { FeedName } from '../../../knowledge/records.js';
import { FeedError } from '../jobs.js';
import { HAS_NO_RELEASES } from './kept-part.js';
import { createLossStatements, type ReleaseCount } from './losses.statements.js';

/** Smaller lists may change by half on a normal day. */
const MIN_RECORDS = 100;

/** Whether a list of records lost more than half of them: the file is probably incomplete. */
export const hasLostMost = (before: number, after: number): boolean =>
  before >= MIN_RECORDS && after < before / 2;

/** Returns the error of a file that lost most of its records. @param lost such as `190 of 200 records of Debian 12` */
export const incompleteError = (lost: string): FeedError =>
  new FeedError(
    'incomplete',
    `The file has lost ${lost}, and is refused as incomplete; the data from before stay active. ` +
      'A file that is still so small after three days is taken. ' +
      'If it is right, import the file with --force (?force=true)',
  );

/** The records and ranges of kept releases. */
interface KeptCounts {
  records: number;
  ranges: number;
}

/**
 * Prepares the check of what a load loses, in the open transaction and before it. A record is withdrawn
 * if the publisher says so, or if it is missing while most others of its release are there.
 */
export function createLossCheck(sqlite: Sqlite, feed: FeedName, generation: number) {
  const statements = createLossStatements(sqlite, feed, generation);
  const isGone = ({ scope }: ReleaseCount): boolean =>
    !HAS_NO_RELEASES.has(feed) && !statements.hasCurrent(scope);
  return {
    /** Returns the kept releases that the archive has again, and forgets that they are kept. */
    takeReturned: (): string[] => {
      const returned = statements.kept().filter(statements.hasCurrent);
      for (const scope of returned) statements.endKept(scope);
      return returned;
    },
    /**
     * Throws FeedError for a release that lost most of its records. One that a whole feed lost with all records is
     * kept instead; a file of one release is about it, also without records.
     */
    refuse(withdrawn: ReadonlySet<string>, isWhole: boolean): void {
      const added = new Map(statements.added().map((count) => [keyOf(count), count.records]));
      for (const closed of statements.closed(JSON.stringify([...withdrawn]))) {
        const lost = closed.records - (added.get(keyOf(closed)) ?? 0);
        if (lost < MIN_RECORDS / 2 || (isWhole && isGone(closed))) continue;
        const before = statements.countCurrent(closed) + lost;
        if (hasLostMost(before, before - lost))
          throw incompleteError(lossText(closed, lost, before));
      }
    },
    /** Keeps the last records of the releases of a whole feed that lost all of them. */
    keepGone(withdrawn: ReadonlySet<string>): KeptCounts {
      const names = JSON.stringify([...withdrawn]);
      const kept = { records: 0, ranges: 0 };
      const gone = new Set(
        statements
          .closed(names)
          .filter(isGone)
          .map(({ scope }) => scope),
      );
      for (const scope of gone) {
        statements.keep(scope);
        for (const id of statements.closedOf(scope, names)) {
          kept.records += 1;
          kept.ranges += statements.copy(id, scope);
        }
      }
      return kept;
    },
  };
}

const keyOf = ({ part, scope }: ReleaseCount): string => `${part}\0${scope}`;

function lossText({ part, scope }: ReleaseCount, lost: number, before: number): string {
  const of = [scope.replaceAll(/:+/g, ' '), part].find((text) => text !== '');
  return `${lost} of ${before} records${of === undefined ? '' : ` of ${of}`}`;
}
