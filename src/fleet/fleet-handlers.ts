import { openSqlite, type Sqlite } from '../database/sqlite.js';
import { readKnowledge, type Knowledge } from '../knowledge/open-knowledge.js';
import { memoize } from '../lib/memoize.js';
import { transfer } from '../lib/worker/messages.js';
import type { WorkerHandlers } from '../lib/worker/port.js';
import type { HostSelection } from '../vulnerabilities/coverage/coverage.js';
import { readFleetCoverage } from '../vulnerabilities/coverage/fleet-coverage.js';
import { readHostCoverages } from '../vulnerabilities/coverage/host-coverage.js';
import type { StaleRule } from '../vulnerabilities/coverage/loaded-data.js';
import { writeFindings } from '../vulnerabilities/findings/findings.presenter.js';
import type { HostChanges } from '../vulnerabilities/host-changes.js';
import {
  createVulnerabilityLists,
  type KnownFindings,
  type ListText,
} from '../vulnerabilities/lists/lists.js';
import { readBulkCover } from '../vulnerabilities/acceptances/bulk/bulk-cover.js';
import { presentFlatList } from '../vulnerabilities/flat/flat.presenter.js';
import { createFlatLists } from '../vulnerabilities/flat/flat-lists.js';
import { createFactTexts } from '../vulnerabilities/lists/fact-texts.js';
import { createOpenFindings } from '../vulnerabilities/lists/table/open-findings.js';
import { createOpenLists } from '../vulnerabilities/lists/open-list.js';
import { createHostLister } from './answers/hosts.js';
import { createRemediationLists } from './answers/remediations.js';
import { createSummary } from './answers/summary.js';
import { remediationsOfTask } from './answers/task.js';
import type { AnyFleetRequest, FleetAnswers, FleetProtocol, FleetQuestion } from './messages.js';
import { createDayReader } from './history/fleet-day.reader.js';
import { createCoverageIndex, type CoverageIndex } from './state/coverage-index.js';
import { createFleetState, type FleetState } from './state/fleet-state.js';

/** Creates the handlers of the fleet worker. They keep both databases open for reading, and the state of the fleet. */
export function createFleetHandlers(): WorkerHandlers<FleetProtocol> {
  const open = memoize((files: string) => {
    const { database, knowledge } = JSON.parse(files) as AnyFleetRequest['files'];
    return createResponder(openReader(database), readKnowledge(knowledge));
  });
  const responders = new Set<ReturnType<typeof createResponder>>();
  return {
    request(request) {
      const responder = open(JSON.stringify(request.files));
      responders.add(responder);
      return responder.respond(request);
    },
    close() {
      for (const { close } of responders) close();
    },
  };
}

const PRAGMAS = ['cache_size = -4000', 'mmap_size = 1073741824', 'temp_store = MEMORY'];

function openReader(file: string): Sqlite {
  const sqlite = openSqlite(file, { readonly: true });
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  return sqlite;
}

/** Creates the function that answers a question. Inside a read transaction of both databases. */
function createAnswers(sqlite: Sqlite, knowledge: Knowledge) {
  const fleetState = createFleetState(sqlite);
  const coverageIndex = createCoverageIndex(sqlite, knowledge);
  const readersOf = (rule: StaleRule) =>
    coverageReaders({ sqlite, knowledge, coverageIndex, rule });
  const summarize = createSummary(sqlite);
  const hosts = createHostLister(sqlite);
  const lists = createLists(sqlite);
  const remediations = createRemediationLists(sqlite);
  const days = createDayReader(sqlite);

  const answer = (request: AnyFleetRequest): FleetAnswers[FleetQuestion]['answer'] => {
    const { changes, now } = request;
    const rule = { now, staleDays: request.staleDays };
    const coverage = readersOf(rule);
    coverageIndex.note(changes);
    lists.note(changes);
    remediations.note(changes);
    if (request.mustReload) {
      fleetState.reset();
      days.reset();
    }
    switch (request.question) {
      case 'task':
        return remediationsOfTask(request.query, request);
      case 'coverage':
        return coverage.ofFleet(request.query);
      case 'vulnerabilities':
        return lists.vulnerabilities.list(request.query, now);
      case 'acceptable':
        return readBulkCover(sqlite, request.query, now);
      case 'flatFindings':
        return presentFlatList(lists.listFlat(request.query, now), knowledge.feedVersion);
      case 'findingsOfVulnerability':
        return toText(lists.vulnerabilities.findings(request.query, now), knowledge);
      case 'catchUp':
        return lists.catchUp();
      case 'sums':
        fleetState.read(now);
        return null;
      case 'day':
        return days.read(fleetState.read(now), now);
      case 'summary':
        return summarize(fleetState.read(now), coverage, now);
      case 'remediations':
        return remediations.page(fleetState.read(now), request.query);
      case 'remediationList':
        return remediations.list(fleetState.read(now), request.query);
      case 'hosts':
        return hosts.list(fleetState.read(now), request.query, coverage);
      case 'hostIds':
        return hosts.ids(fleetState.read(now), request.query, coverage.createIsChecked);
    }
  };
  return { answer, fleetState };
}

/** Creates the lists of findings of one connection, with what they share. */
function createLists(sqlite: Sqlite) {
  const openFindings = createOpenFindings(sqlite);
  const factTexts = createFactTexts(sqlite);
  const sources = { openFindings, factTexts, readOpen: createOpenLists(sqlite) };
  return {
    vulnerabilities: createVulnerabilityLists(sqlite, sources),
    listFlat: createFlatLists(sqlite, sources),
    note(changes: HostChanges): void {
      openFindings.note(changes);
      factTexts.note(changes);
    },
    /** Reads what was noted, ahead of the next page. */
    catchUp(): null {
      openFindings.read();
      return null;
    },
  };
}

interface CoverageSource {
  sqlite: Sqlite;
  knowledge: Knowledge;
  coverageIndex: CoverageIndex;
  rule: StaleRule;
}

/** Returns the functions that read the coverage of hosts, of some of them or of all. */
const coverageReaders = ({ sqlite, knowledge, coverageIndex, rule }: CoverageSource) => ({
  createIsChecked: () => coverageIndex.checks(rule),
  readCoverages: (ids: readonly number[]) => readHostCoverages(sqlite, knowledge, ids, rule),
  ofFleet: (selection: HostSelection) =>
    isWhole(selection)
      ? coverageIndex.read(rule)
      : readFleetCoverage(sqlite, knowledge, rule, selection),
});

function createResponder(sqlite: Sqlite, knowledge: Knowledge) {
  const { answer, fleetState } = createAnswers(sqlite, knowledge);
  return {
    /** Answers from one snapshot of each database. */
    respond(request: AnyFleetRequest): FleetProtocol['response'] {
      const read = sqlite.transaction(() => knowledge.snapshot(() => answer(request)));
      return withUpdate(read(), fleetState);
    },
    close: createClose([sqlite, knowledge]),
  };
}

const toText = ({ rows, total }: KnownFindings, { feedVersion }: Knowledge): ListText => ({
  items: writeFindings(rows, feedVersion),
  total,
});

const createClose = (files: readonly { close: () => unknown }[]) => (): void => {
  for (const file of files) file.close();
};

const isWhole = ({ host_id, group_id }: HostSelection): boolean =>
  host_id === undefined && group_id === undefined;

/** Adds the sums that were computed for an answer, to be moved to the main thread. */
function withUpdate(
  answer: FleetProtocol['response']['answer'],
  { takeUpdate }: FleetState,
): FleetProtocol['response'] {
  const update = takeUpdate();
  const response = { answer, update };
  return update === null ? response : transfer(response, [update.rows.buffer]);
}
