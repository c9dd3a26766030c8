import type { Sqlite } from '../database/sqlite.js';
import { offsetOf, type Page } from '../http/common.js';
import { SEVERITIES, type Severity } from '../knowledge/records.js';
import {
  ACCEPTANCE,
  conditionsOf,
  LAST_SEEN,
  LAST_SEEN_JOINED,
  SEVERITY_RANK,
  type FindingFilter,
} from './findings/findings.query.js';
import {
  FACT_COLUMNS,
  parseJsonColumn,
  toFinding,
  type FeedVersion,
  type FindingRow,
} from './findings/findings.presenter.js';

const COLUMNS = `${FACT_COLUMNS}, f.host_id, h.ip, h.name AS host_name, f.first_seen, ${LAST_SEEN} AS last_seen, ${ACCEPTANCE} AS accepted,
  (SELECT generation FROM host_judgements WHERE host_id = f.host_id) AS generation`;
const FINDINGS =
  'host_findings f JOIN facts k ON k.id = f.fact_id JOIN vulnerabilities v ON v.id = k.vulnerability_id JOIN hosts h ON h.id = f.host_id';

/** A page of findings, the worst first. @param now Unix seconds: acceptances count as they are now */
export function listFindings(
  sqlite: Sqlite,
  filter: FindingFilter,
  page: Page,
  now: number,
  feedVersion: FeedVersion,
) {
  const { ofFact, ofHost, values } = conditionsOf(filter, now);
  const where = `${FINDINGS} WHERE ${ofFact} AND ${ofHost}`;
  const rows = sqlite
    .prepare<[Record<string, unknown>], FindingRow>(
      `SELECT ${COLUMNS} FROM ${where} ORDER BY ${SEVERITY_RANK}, k.vulnerability_id, k.package, k.port, k.architecture, f.host_id, k.id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, limit: page.limit, offset: offsetOf(page) });
  const total =
    sqlite
      .prepare<[Record<string, unknown>], number>(`SELECT count(*) FROM ${where}`)
      .pluck()
      .get(values) ?? 0;
  return { items: rows.map((row) => toFinding(row, feedVersion)), total };
}

interface Summary {
  vulnerability_id: string;
  title: string;
  rank: number;
  cvss_score: number | null;
  epss: string | null;
  kev: string | null;
  total: number;
}
interface Counts {
  hosts_affected: number;
  first_seen: number;
  last_seen: number;
}

/** A page of what is wrong across the fleet, the worst first. */
export function listVulnerabilities(
  sqlite: Sqlite,
  filter: FindingFilter,
  page: Page,
  now: number,
) {
  const { ofFact, ofHost, values } = conditionsOf(filter, now);
  const open = `facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id WHERE ${ofFact} AND EXISTS (SELECT 1 FROM host_findings f WHERE f.fact_id = k.id AND ${ofHost})`;
  const rows = sqlite
    .prepare<[Record<string, unknown>], Summary>(
      `SELECT k.vulnerability_id, v.title, min(${SEVERITY_RANK}) AS rank, v.cvss_score, v.epss, v.kev, count(*) OVER () AS total FROM ${open}
    GROUP BY k.vulnerability_id ORDER BY rank, v.kev IS NULL, v.cvss_score DESC, k.vulnerability_id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, limit: page.limit, offset: offsetOf(page) });
  const countAll = (): number =>
    sqlite
      .prepare<[Record<string, unknown>], number>(
        `SELECT count(DISTINCT k.vulnerability_id) FROM ${open}`,
      )
      .pluck()
      .get(values) ?? 0;
  const counts = sqlite.prepare<
    [Record<string, unknown>],
    Counts
  >(`SELECT count(DISTINCT f.host_id) AS hosts_affected, min(f.first_seen) AS first_seen, max(${LAST_SEEN_JOINED}) AS last_seen
    FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id JOIN host_findings f ON f.fact_id = k.id LEFT JOIN host_judgements j ON j.host_id = f.host_id
    WHERE k.vulnerability_id = @of AND ${ofFact} AND ${ofHost}`);
  const packages = sqlite
    .prepare<[Record<string, unknown>], string>(
      `SELECT DISTINCT k.package FROM ${open} AND k.vulnerability_id = @of AND k.package IS NOT NULL`,
    )
    .pluck();
  return {
    total: rows[0]?.total ?? countAll(), // behind the last page nobody tells it
    items: rows.map(({ vulnerability_id, title, rank, cvss_score, epss, kev }) => {
      const of = { ...values, of: vulnerability_id };
      return {
        vulnerability_id,
        title,
        cvss_score,
        ...(counts.get(of) as Counts),
        severity: SEVERITIES[rank] as Severity,
        epss: parseJsonColumn(epss),
        kev: parseJsonColumn(kev),
        packages: packages.all(of).sort(),
      };
    }),
  };
}

/** What is stored of one vulnerability; undefined where no finding ever named it. */
export function findVulnerability(sqlite: Sqlite, id: string) {
  const row = sqlite
    .prepare<
      [string],
      {
        id: string;
        title: string;
        aliases: string;
        cvss_score: number | null;
        cvss_vector: string | null;
        epss: string | null;
        kev: string | null;
      }
    >('SELECT * FROM vulnerabilities WHERE id = ?')
    .get(id);
  return (
    row && {
      vulnerability_id: row.id,
      title: row.title,
      aliases: JSON.parse(row.aliases) as string[],
      cvss_score: row.cvss_score,
      cvss_vector: row.cvss_vector,
      epss: parseJsonColumn(row.epss),
      kev: parseJsonColumn(row.kev),
    }
  );
}
