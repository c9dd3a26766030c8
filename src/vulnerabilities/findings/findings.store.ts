import type { Sqlite } from '../../database/sqlite.js';
import { createFindingChanges } from '../ledger/finding-changes.js';
import type { Cause } from '../ledger/cause.js';
import { createFindingLedger } from '../ledger/ledger.js';
import {
  prepareFindingStatements,
  type FindingIdentity,
  type StoredFinding,
} from './findings.statements.js';

type FindingOfHost = Omit<StoredFinding, 'fact_id' | 'first_seen'>;

/** Whether a finding of the host was checked again. */
export type WasChecked = (finding: FindingOfHost) => boolean;

interface ReplaceOptions {
  /** the stored findings whose `first_seen` is kept; default: the checked ones */
  hasFirstSeen?: WasChecked;
  /** the first findings of the host: they do not count as appeared. Asked only if a finding appeared */
  isBaseline?: () => boolean;
  /** false: another device answers there, and no finding counts as disappeared. Default: true */
  isSameDevice?: boolean;
  /** why findings appear and disappear; default: the host changed */
  cause?: Cause;
  /** those that do not count as disappeared: their package is now a build of another publisher */
  isOtherBuild?: (finding: FindingOfHost) => boolean;
  /** those that neither appeared nor disappeared: the collector knows more, or less, of an unchanged package */
  isRecollected?: (finding: FindingIdentity) => boolean;
}

export interface FindingsStore {
  /**
   * Replaces those findings of a host that were checked by findings of these facts. A vulnerability in the same
   * package or on the same port keeps its `first_seen`, also when its fact changed. Inside a transaction only.
   * The difference is added to the counts of the day.
   * @param now Unix seconds
   */
  replace: (
    hostId: number,
    wasChecked: WasChecked,
    facts: readonly number[],
    now: number,
    options?: ReplaceOptions,
  ) => void;
  /** Returns the ids of the facts about packages of a host. */
  listPackageFacts: (hostId: number) => number[];
}

export function createFindingsStore(sqlite: Sqlite): FindingsStore {
  const statements = prepareFindingStatements(sqlite);
  const recordDifference = createFindingLedger(sqlite);
  const { markHost } = createFindingChanges(sqlite);
  return {
    listPackageFacts: (hostId) => statements.packageFactIds.all(hostId),
    replace(hostId, wasChecked, facts, now, options = {}) {
      const { hasFirstSeen = wasChecked, isBaseline = () => false, cause = 'target' } = options;
      const { isSameDevice = true } = options;
      const stored = statements.ofHost.all(hostId);
      const checked = stored.filter(wasChecked);
      const factIds = new Set(facts);
      const stays = ({ fact_id }: StoredFinding): boolean => isSameDevice && factIds.has(fact_id);
      const previous = new Map(checked.filter(stays).map((row) => [row.fact_id, row]));
      const removed = checked.filter((row) => !stays(row));
      const firstSeen = new Map(
        stored
          .filter((row) => isSameDevice && hasFirstSeen(row))
          .map((row) => [identityOf(row), row.first_seen]),
      );
      const successors = new Set<string>();
      const appeared: number[] = [];
      if (removed.length > 0 || previous.size < factIds.size) markHost(hostId);
      for (const { fact_id } of removed) statements.remove.run(hostId, fact_id);
      for (const id of factIds) {
        const row = previous.get(id);
        if (row === undefined) {
          const identity = firstSeen.size === 0 ? '' : identityOf(statements.identity.get(id));
          const first = firstSeen.get(identity);
          statements.insert.run(hostId, id, first ?? now, now);
          if (first === undefined) appeared.push(id);
          else successors.add(identity);
        } else if (row.origin === 'check') statements.setLastSeen.run(now, hostId, id);
      }
      const gone = removed.filter((row) => !successors.has(identityOf(row)));
      const { isOtherBuild = () => false, isRecollected } = options;
      const hasDisappeared = (row: FindingOfHost): boolean =>
        isSameDevice && !isOtherBuild(row) && isRecollected?.(row) !== true;
      const disappeared = gone.filter(hasDisappeared).map(({ fact_id }) => fact_id);
      const hasAppeared = (id: number): boolean => {
        const identity = isRecollected && statements.identity.get(id);
        return identity === undefined || isRecollected?.(identity) !== true;
      };
      const isFirst = appeared.length > 0 && isBaseline();
      const difference = { appeared: isFirst ? [] : appeared.filter(hasAppeared), disappeared };
      recordDifference({ host: hostId, cause, ...difference }, now);
    },
  };
}

/** Returns the key by which a finding is the same one: the vulnerability in the same package or on the same port. */
export function identityOf(row: FindingIdentity | undefined): string {
  return row === undefined
    ? ''
    : `${row.vulnerability_id}\0${row.package}\0${row.architecture}\0${row.port}\0${row.transport}`;
}
