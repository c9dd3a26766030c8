import type { Config } from '../config.js';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import type { Coverage } from './coverage/coverage.js';
import { readHostCoverage } from './coverage/host-coverage.js';
import { AppError } from '../errors.js';
import { requireHost } from '../hosts/hosts.service.js';
import type { Page } from '../http/common.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { Clock } from '../platform/clock.js';
import type { AcceptanceInput } from './acceptances/acceptances.js';
import { createAcceptanceService } from './acceptances/acceptances.service.js';
import { toFinding } from './findings/findings.presenter.js';
import {
  listFindings,
  type FindingFilter,
  type SortOrder,
} from './findings/findings.repository.js';
import { createAdvisoryReader } from './matching/advisories.js';
import { cvssSeverity } from './severity.js';
import type { ListedVulnerability } from './lists/present-vulnerabilities.js';
import { unknownVulnerabilityText } from './unknown-vulnerability.js';
import { findVulnerability } from './vulnerabilities.repository.js';

interface VulnerabilityServiceDeps extends Pick<Context, 'fleet' | 'eventStream'> {
  database: Pick<Database, 'db' | 'sqlite' | 'reading'>;
  knowledge: Knowledge;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'FEED_STALE_DAYS'>;
}

const MAX_FINDINGS = 1000;
const ALL = { page: 1, limit: 1000 };

/** The requests about findings, vulnerabilities and acceptances. */
export function createVulnerabilityService(deps: VulnerabilityServiceDeps) {
  const { database, knowledge, clock, config, fleet } = deps;
  const { db, reading } = database;
  const readCoverage = (sqlite: Sqlite, hostId: number): Coverage => {
    const rule = { now: clock.now(), staleDays: config.FEED_STALE_DAYS };
    return readHostCoverage(sqlite, knowledge, hostId, rule);
  };
  const acceptances = createAcceptanceService(deps);
  const readAdvisories = createAdvisoryReader(knowledge);

  return {
    /** Returns a page of findings of a host, and its coverage. 404 if the host is unknown. */
    async findingsOfHost(hostId: number, filter: FindingFilter, page: Page & { sort?: SortOrder }) {
      await requireHost(db, hostId);
      const ofHost = { ...filter, host_id: hostId };
      const { rows, total } = listFindings(reading(), ofHost, page, clock.now(), page.sort);
      const items = rows.map((row) => toFinding(row, knowledge.feedVersion));
      return { items, total, coverage: readCoverage(reading(), hostId) };
    },

    /** Returns a page of the vulnerabilities with open findings. They are many: another thread reads them. */
    list: ({ page, limit, sort, ...filter }: FindingFilter & Page & { sort: SortOrder }) =>
      fleet.ask('vulnerabilities', { filter, page: { page, limit }, sort }),

    /**
     * Returns a vulnerability without its findings, and the first of these as a JSON array. 404 if no finding ever
     * referred to it.
     */
    async detail(text: string) {
      const summary = requireVulnerability(reading(), text, knowledge);
      const id = summary.vulnerability_id;
      const filter = { vulnerability_id: id, unimportant: true };
      const [list, { items, total }] = await Promise.all([
        fleet.ask('vulnerabilities', { filter, page: { page: 1, limit: 1 } }),
        fleet.ask('findingsOfVulnerability', { id, page: { page: 1, limit: MAX_FINDINGS } }),
      ]);
      const [listed] = JSON.parse(list.items) as ListedVulnerability[];
      const vulnerability = {
        ...summary,
        ...(listed ?? withoutHosts(summary.cvss_score)),
        findings_total: total,
        advisories: readAdvisories(id),
        acceptances: acceptances.list({ vulnerability_id: id, ended: false }, ALL).items.reverse(),
      };
      return { vulnerability, findings: items };
    },

    /** Returns a page of the findings of a vulnerability. 404 if no finding ever referred to it. */
    async findingsOf(text: string, { page, limit, sort }: Page & { sort: SortOrder }) {
      const { vulnerability_id: id } = requireVulnerability(reading(), text, knowledge);
      return fleet.ask('findingsOfVulnerability', { id, page: { page, limit }, sort });
    },

    /** 404 for an unknown vulnerability; other errors as of the register. @param by the name of the token */
    async accept(id: string, input: AcceptanceInput, by: string) {
      return acceptances.accept(
        requireVulnerability(database.sqlite, id, knowledge).vulnerability_id,
        input,
        by,
      );
    },

    /** 404 if the acceptance is not active. */
    revoke: (id: string, acceptanceId: number): Promise<void> =>
      acceptances.revoke(acceptanceId, id),
  };
}

/** Returns a vulnerability by its id in any case. Throws 404. */
function requireVulnerability(sqlite: Sqlite, id: string, knowledge: Knowledge) {
  const found = findVulnerability(sqlite, id);
  if (!found) throw new AppError('not_found', unknownVulnerabilityText(id, knowledge, sqlite));
  return found;
}

/** The properties of a vulnerability in the list, if it affects no host (any more). */
const withoutHosts = (score: number | null) => ({
  risk: 0,
  risk_reason: 'It affects no host.',
  severity: cvssSeverity(score) ?? 'unknown',
  hosts_affected: 0,
  packages: [],
  first_seen: null,
  last_seen: null,
});
