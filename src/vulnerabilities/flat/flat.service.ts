import type { Context } from '../../context.js';
import type { FieldError } from '../../errors.js';
import { validationFailed } from '../../http/zod.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { beginOfKept, dayOf, DIFFERENCE_DAYS } from '../ledger/days.js';
import { readKnownSince } from '../ledger/ledger.js';
import { isOfChanges, type FlatFilter, type FlatQuery } from './flat-findings.js';
import type { FlatPage } from './flat.presenter.js';

type FlatDeps = Pick<Context, 'fleet' | 'clock' | 'database'>;

const DEFAULT_DAYS = 7;

/** The time that a list of changes covers. Unix seconds. */
interface ListedChanges {
  /** of the request, or its default */
  since: number;
  /** changes before it are not stored */
  known_since: number;
}

/** A page, and the time that it covers if it lists changes. */
interface FlatAnswer extends FlatPage {
  changes: ListedChanges | null;
}

/** The requests for findings of all hosts. */
export function createFlatService({ fleet, clock, database }: FlatDeps) {
  return {
    /**
     * Returns a page, as JSON: another thread writes it. Throws 400 for a filter that contradicts itself, or is about
     * changes that are not kept any more.
     */
    async list({ filter, page, sort }: FlatQuery): Promise<FlatAnswer> {
      const now = clock.now();
      const checked = checkFlatFilter(filter, now);
      const answer = await fleet.ask('flatFindings', { filter: checked, page, sort });
      const { since } = checked;
      const changes =
        isOfChanges(checked) && since !== undefined
          ? { since, known_since: readKnownSince(database.reading(), now) }
          : null;
      return { ...answer, changes };
    },
  };
}

/** Returns the filter with the default of `since`. 400 as above. @param now Unix seconds */
function checkFlatFilter(filter: FlatFilter, now: number): FlatFilter {
  const errors = findContradictions(filter, now);
  if (errors.length > 0) throw validationFailed(errors);
  if (!isOfChanges(filter) || filter.since !== undefined) return filter;
  return { ...filter, since: (dayOf(now) - DEFAULT_DAYS + 1) * SECONDS_PER_DAY };
}

function findContradictions(filter: FlatFilter, now: number): FieldError[] {
  const { state, since, until, cause, accepted } = filter;
  const errors: FieldError[] = [];
  const add = (name: string, message: string): void =>
    void errors.push({ in: 'query', path: `/${name}`, message });
  const isOfNow = state === undefined || !isOfChanges(filter);
  if (cause !== undefined && isOfNow) add('cause', 'needs state=new or state=fixed');
  if ((state === 'open' && accepted === true) || (state === 'accepted' && accepted === false))
    add('accepted', `contradicts state=${state}`);
  if (since !== undefined && until !== undefined && since >= until)
    add('until', 'must be after since');
  if (!isOfNow && since !== undefined && since < beginOfKept(now))
    add('since', `must be in the last ${DIFFERENCE_DAYS} days: older changes are only counted`);
  return errors;
}
