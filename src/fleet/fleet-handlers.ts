import { openSqlite, type Sqlite } from '../database/sqlite.js';
import { readKnowledge, type Knowledge } from '../knowledge/open-knowledge.js';
import { memoize } from '../lib/memoize.js';
import type { WorkerHandlers } from '../lib/worker/port.js';
import {
  readFleetCoverage,
  type FleetCoverage,
} from '../vulnerabilities/coverage/fleet-coverage.js';
import { readHostCoverages } from '../vulnerabilities/coverage/host-coverage.js';
import { createHostLister } from './answers/hosts.js';
import { createGroupRanking, pageOfRemediations } from './answers/remediations.js';
import { createSummary } from './answers/summary.js';
import { remediationsOfTask } from './answers/task.js';
import type { AnyFleetRequest, FleetProtocol } from './messages.js';
import { createCoverageIndex } from './state/coverage-index.js';
import { createFleetReader } from './state/fleet-state.js';
import { prepareSnapshotStart } from './state/fleet.statements.js';

const SECONDS_PER_MINUTE = 60; // the age of data is given in hours

/** Creates the handlers of the fleet worker. They keep both databases open for reading, and the state of the fleet. */
export function createFleetHandlers(): WorkerHandlers<FleetProtocol> {
  const open = memoize((files: string) => {
    const { database, knowledge } = JSON.parse(files) as AnyFleetRequest['files'];
    return createResponder(openSqlite(database, { readonly: true }), readKnowledge(knowledge));
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

const PRAGMAS = ['cache_size = -32000', 'mmap_size = 1073741824', 'temp_store = MEMORY'];

function createResponder(sqlite: Sqlite, knowledge: Knowledge) {
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  const readFleet = createFleetReader(sqlite);
  const readCoverage = createCoverageCache(sqlite, knowledge);
  const coverageIndex = createCoverageIndex(sqlite, knowledge);
  const summarize = createSummary(sqlite);
  const listHosts = createHostLister(sqlite);
  const rank = createGroupRanking();

  const respond = (request: AnyFleetRequest): FleetProtocol['response'] => {
    const { changes, now, staleDays } = request;
    coverageIndex.note(changes);
    switch (request.question) {
      case 'task':
        return remediationsOfTask(request.query, request);
      case 'coverage':
        return readCoverage(request);
      case 'summary': {
        const fleet = readFleet(changes, now);
        return summarize(fleet, coverageIndex.read({ now, staleDays }), now);
      }
      case 'remediations':
        return pageOfRemediations(sqlite, readFleet(changes, now), request.query, rank);
      case 'hosts':
        return listHosts(readFleet(changes, now), request.query, (ids) =>
          readHostCoverages(sqlite, knowledge, ids, { now, staleDays }),
        );
    }
  };
  return {
    /** Answers from one snapshot of each database. */
    respond: (request: AnyFleetRequest): FleetProtocol['response'] =>
      sqlite.transaction(() => knowledge.snapshot(() => respond(request)))(),
    close: (): void => {
      sqlite.close();
      knowledge.close();
    },
  };
}

interface CoverageRequest extends Pick<AnyFleetRequest, 'now' | 'staleDays'> {
  query: Parameters<typeof readFleetCoverage>[3];
}

/** Returns a reader of the coverage of the fleet, which reads it again only after one of the databases changed. */
function createCoverageCache(sqlite: Sqlite, knowledge: Knowledge) {
  const beginSnapshot = prepareSnapshotStart(sqlite);
  let cachedKey = '';
  let cached: FleetCoverage | null = null;
  return ({ query = {}, now, staleDays }: CoverageRequest): FleetCoverage => {
    const read = (): FleetCoverage =>
      readFleetCoverage(sqlite, knowledge, { now, staleDays }, query);
    if (query.host_id !== undefined || query.group_id !== undefined) return read();
    beginSnapshot.get(); // before it, the versions are those of the snapshot before
    const versions = [sqlite, knowledge.sqlite].map((db) =>
      db.pragma('data_version', { simple: true }),
    );
    const key = [...versions, Math.floor(now / SECONDS_PER_MINUTE), staleDays].join(' ');
    if (cached === null || key !== cachedKey) cached = read();
    cachedKey = key;
    return cached;
  };
}
