import type { Sqlite } from '../../../database/sqlite.js';
import type { FeedName } from '../../../knowledge/records.js';
import { FeedError } from '../jobs.js';
import { HAS_NO_RELEASES, keptPart } from './kept-part.js';
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

/**
 * How records are listed, closed and counted. `acceptsLosses`: false: a file that lost most records of a release is
 * refused.
 */
interface Settlement {
  acceptsLosses: boolean;
  list: (part: string) => readonly { id: number }[];
  close: (id: number) => void;
  changes: { inserted: number; insertedRanges: number };
}

/**
 * Prepares what a load does about records that are missing, in the open transaction and before the load. A record is
 * withdrawn if the publisher says so, or if it is missing while most others of its release are there.
 */
export function createLossCheck(sqlite: Sqlite, feed: FeedName, generation: number) {
  const statements = createLossStatements(sqlite, feed, generation);
  /** names of records */
  const withdrawn = new Set<string>();
  let isWhole = true;
  let isReplaced = false;
  const isGone = ({ scope }: ReleaseCount): boolean =>
    isWhole && !HAS_NO_RELEASES.has(feed) && !statements.hasCurrent(scope);

  /** Throws FeedError for a release that lost most of its records, except one that is kept. */
  function refuse(closed: readonly ReleaseCount[]): void {
    const added = new Map(statements.added().map((count) => [keyOf(count), count.records]));
    for (const release of closed) {
      const lost = release.records - (added.get(keyOf(release)) ?? 0);
      if (lost < MIN_RECORDS / 2 || isGone(release)) continue;
      const before = statements.countCurrent(release) + lost;
      if (hasLostMost(before, before - lost))
        throw incompleteError(lossText(release, lost, before));
    }
  }

  function keep(scopes: ReadonlySet<string>, names: string, changes: Settlement['changes']): void {
    for (const scope of scopes) {
      statements.keep(scope);
      for (const id of statements.closedOf(scope, names)) {
        changes.inserted += 1;
        changes.insertedRanges += statements.copy(id, scope);
      }
    }
  }

  return {
    withdrawn,
    /** @param part null: the whole feed. A file of one release is about it, also without records. */
    startReplacing: (part: string | null): void => {
      isWhole = part === null;
    },
    /** The files are not only of changes: the records that they do not have were closed. */
    markReplaced: (): void => {
      isReplaced = true;
    },
    /**
     * Closes what was kept of the releases that the feed has again, and keeps the last records of those that it lost.
     * Called once, after all records were written. Throws FeedError for an incomplete file.
     */
    settle({ acceptsLosses, list, close, changes }: Settlement): void {
      const names = JSON.stringify([...withdrawn]);
      const closed = isReplaced ? statements.closed(names) : [];
      if (closed.length > 0 && !acceptsLosses) refuse(closed);
      for (const scope of statements.kept().filter(statements.hasCurrent)) {
        for (const { id } of list(keptPart(scope))) close(id);
        statements.endKept(scope);
      }
      keep(new Set(closed.filter(isGone).map(({ scope }) => scope)), names, changes);
    },
  };
}

const keyOf = ({ part, scope }: ReleaseCount): string => `${part}\0${scope}`;

function lossText({ part, scope }: ReleaseCount, lost: number, before: number): string {
  const of = [scope.replaceAll(/:+/g, ' '), part].find((text) => text !== '');
  return `${lost} of ${before} records${of === undefined ? '' : ` of ${of}`}`;
}
