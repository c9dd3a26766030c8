import { ACCEPTS_ALL } from '../../pentest/accept-all.js';
import { addCoverage, createCoverageCollector, type CoverageCollector } from './task-coverage.js';
import { comparePackages, type PackagesBaseline } from './compare-packages.js';
import { compareScan, type PortsBaseline } from './compare-scan.js';
import {
  createDeviceTracker,
  NO_SIGHTINGS,
  type DeviceChange,
  type TaskSightings,
} from './devices.js';
import { createEmptyDiff } from './empty-diff.js';
import { createResultCoverage } from '../../vulnerabilities/coverage/result-coverage.js';
import type {
  NotCompared,
  TaskHostResult,
  Observation,
  OpenFinding,
  PackagesResult,
  PortsResult,
  ReportHost,
  ReportTask,
  TaskDiff,
} from '../diff.js';
import { countOpen } from './count-open.js';
import {
  NOT_MATCHED,
  notInTask,
  OTHER_DEVICE,
  recordNoPackages,
  recordNotMatched,
  recordPartialList,
  skipReason,
} from './not-compared.js';
import { listOpenFindings } from './open-findings.js';
import { answeredPorts, createPortSetParser } from './port-set.js';
import type { FirstSeen, HostComparison, ComparisonDeps } from './record-finding.js';
import type { ResultData } from '../read/result-data.js';

/** The baseline of one host. `newestSequence`: of its newest result. */
interface HostState {
  packages: PackagesBaseline | null;
  ports: PortsBaseline | null;
  firstSeen: FirstSeen;
  newestSequence: number;
}

/** Compares the tasks of one template, oldest first. */
interface Chain {
  /**
   * Compares the next task. Where `isReported` is false, only the baseline is updated: the diff has
   * no entries and no counts. `sightings`: the devices of the task.
   */
  compareTask(
    task: ReportTask,
    hosts: Iterable<TaskHostResult>,
    isReported?: boolean,
    sightings?: TaskSightings,
  ): TaskDiff;
  /** Returns the open findings on the hosts of the task that was compared last. */
  openFindings(task: ReportTask): OpenFinding[];
}

/**
 * Creates the chain of differences. Each host is compared with the last task that has a result for it,
 * each port with the last scan of that port. Hosts and ports without a new result are listed as not
 * compared and keep their baseline.
 * @param exists whether a host is still stored
 */
export function createChain(deps: ComparisonDeps, exists: (hostId: number) => boolean): Chain {
  const states = new Map<number, HostState>();
  const compare = createHostComparer(deps);
  const { history } = deps.resultData;
  const resultCoverage = createResultCoverage(history, (id) => deps.resultData.isEmpty(id));
  const trackDevices = createDeviceTracker(states);
  let changes: ReadonlyMap<number, DeviceChange> = new Map();
  let currentHosts = new Map<number, ReportHost>();
  let baseTaskId: number | null = null;

  function compareHost(
    row: TaskHostResult,
    diff: TaskDiff,
    isReported: boolean,
    coverage: CoverageCollector,
  ): ReportHost {
    const host = { host_id: row.host_id, ip: row.ip, name: row.name };
    const state = states.get(row.host_id) ?? createHostState();
    states.set(row.host_id, state);
    const skipped = skipReason(row, state.newestSequence);
    diff.not_compared.push(...remarksOn(host, row, skipped));
    const shared = { ...deps, resultCoverage, isReported, firstSeen: state.firstSeen };
    const now = observationOf(row, diff.task);
    const comparison = { ...shared, host, diff, now };
    if (row.result && !skipped) {
      state.newestSequence = row.result.sequence;
      compare(withChange(comparison, changes.get(row.host_id)), state, row.result);
    }
    if (isReported) {
      countOpen(comparison, state);
      const hasResult = skipped === null || skipped.reason === 'not_matched';
      addCoverage(comparison, hasResult ? row : { ...row, result: null, ...skipped }, coverage);
    }
    return host;
  }

  return {
    compareTask(task, hosts, isReported = true, sightings = NO_SIGHTINGS) {
      const diff = createEmptyDiff(task, baseTaskId);
      changes = trackDevices(sightings);
      baseTaskId = task.id;
      const previousHosts = currentHosts;
      currentHosts = new Map();
      const coverage = createCoverageCollector(history, task);
      const unanswered = new Set<number>();
      for (const row of knownHosts(hosts, unanswered))
        currentHosts.set(row.host_id, compareHost(row, diff, isReported, coverage));
      diff.coverage = coverage.finish(unanswered.size);
      for (const host of previousHosts.values())
        if (!currentHosts.has(host.host_id) && !unanswered.has(host.host_id))
          diff.not_compared.push(notInTask(host, exists));
      return diff;
    },
    openFindings({ acceptance_changes, finished_at }) {
      const asOf = { change: acceptance_changes, at: finished_at };
      return [...currentHosts.values()].flatMap((host) => {
        const state = states.get(host.host_id);
        return state ? [...listOpenFindings(deps, state, host, asOf)] : [];
      });
    },
  };
}

/** Records the change of a device. Returns how to compare: the first results of another one are no differences. */
function withChange(comparison: HostComparison, change: DeviceChange | undefined): HostComparison {
  const { diff, host } = comparison;
  if (change?.kind === 'moved')
    diff.moved.push({ from: change.from, to: host, evidence: change.evidence });
  if (change?.kind !== 'other') return comparison;
  diff.not_compared.push({ ...host, reason: OTHER_DEVICE, detail: change.detail, ports: null });
  return { ...comparison, isReported: false, diff: createEmptyDiff(diff.task, null) };
}

/** Returns why a host, or a part of it, is not compared, apart from single ports. */
const remarksOn = (
  host: ReportHost,
  row: TaskHostResult,
  skipped: ReturnType<typeof skipReason>,
): NotCompared[] =>
  [...(skipped ? [skipped] : []), ...(row.detail === ACCEPTS_ALL.detail ? [ACCEPTS_ALL] : [])].map(
    (why) => ({ ...host, ...why, ports: null }),
  );

/**
 * Yields the hosts of a task. Addresses at which no host is known are added to `unanswered` instead, unless there is
 * nothing else: then the network may be out of reach.
 */
function* knownHosts(
  hosts: Iterable<TaskHostResult>,
  unanswered: Set<number>,
): Generator<TaskHostResult> {
  const addresses: TaskHostResult[] = [];
  let isAnyKnown = false;
  for (const row of hosts) {
    if (row.isUnanswered) addresses.push(row);
    else yield row;
    isAnyKnown ||= !row.isUnanswered;
  }
  if (!isAnyKnown) yield* addresses;
  else for (const { host_id } of addresses) unanswered.add(host_id);
}

const observationOf = ({ result }: TaskHostResult, task: ReportTask): Observation => ({
  observed_at: result?.observed_at ?? 0,
  generation: result?.generation ?? 0,
  rules: result?.rules ?? 0,
  asOf: { change: task.acceptance_changes, at: task.finished_at },
});

const createHostState = (): HostState => ({
  packages: null,
  ports: null,
  firstSeen: { baselineAt: 0, laterByIdentity: new Map() },
  newestSequence: 0,
});

function createHostComparer({ resultData }: ComparisonDeps) {
  const parsePorts = createPortSetParser();
  const comparePorts = (
    comparison: HostComparison,
    state: HostState,
    result: PortsResult,
  ): void => {
    if (!state.ports) state.firstSeen.baselineAt = result.observed_at;
    state.ports ??= { ports: new Map(), scans: new Map() };
    const facts = resultData
      .factSet(result.facts_id)
      .factIds.map((id) => resultData.facts.get(id))
      .filter((f) => f !== undefined);
    const silent = parsePorts(result.silentPorts);
    const ports = answeredPorts(parsePorts(result.scannedPorts), silent);
    const scan = { ...result, ports, silent, facts };
    compareScan(comparison, state.ports, scan, parsePorts);
  };
  const compareHostPackages = (
    comparison: HostComparison,
    state: HostState,
    result: PackagesResult,
  ): void => {
    const observation = { ...result, ...comparison.now };
    if (resultData.isEmpty(result.state_id)) return recordNoPackages(comparison, result);
    if (state.packages && hasLostData(resultData, state.packages, result))
      return recordNotMatched(comparison, NOT_MATCHED.all);
    if (!state.packages) state.firstSeen.baselineAt = result.observed_at;
    else if (result.package_list === 'partly') recordPartialList(comparison);
    const kept = comparePackages(comparison, state.packages, observation);
    if (kept.carriedOver.size > 0) recordNotMatched(comparison, NOT_MATCHED.some);
    state.packages = { ...observation, ...kept };
  };
  return (
    comparison: HostComparison,
    state: HostState,
    result: PackagesResult | PortsResult,
  ): void =>
    result.kind === 'ports'
      ? comparePorts(comparison, state, result)
      : compareHostPackages(comparison, state, result);
}

/** Whether the data for a host was removed: its feed was cleared, or knowledge.db was lost. That fixes nothing. */
function hasLostData(
  resultData: ResultData,
  before: PackagesResult,
  { facts_id, ecosystems, generation }: PackagesResult,
): boolean {
  return (
    resultData.isEmpty(facts_id) &&
    !resultData.isEmpty(before.facts_id) &&
    !(JSON.parse(ecosystems) as string[]).some(resultData.history.at(generation).hasData)
  );
}
