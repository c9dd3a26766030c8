import { sql, type RawBuilder, type SqlBool } from 'kysely';

const SOURCE = sql`coalesce(json_extract(k.basis, '$.source'), k.package)`;
const SOURCE_VERSION = sql`coalesce(json_extract(k.basis, '$.source_version'), k.installed_version)`;
const ofProduct = (
  whenPackage: RawBuilder<unknown>,
  whenSource: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  sql`CASE json_extract(a.product_match, '$.of') WHEN 'package' THEN ${whenPackage} ELSE ${whenSource} END`;
const isAmong = (value: RawBuilder<unknown>, list: string): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT 1 FROM json_each(a.product_match, ${sql.lit(list)}) AS i WHERE i.value = ${value})`;
const isAnyOrAmong = (value: RawBuilder<unknown>, list: string): RawBuilder<SqlBool> =>
  sql`(json_extract(a.product_match, ${sql.lit(list)}) IS NULL OR ${isAmong(value, list)})`;

const NAME = ofProduct(sql`k.package`, SOURCE);

// The name is compared first: most statements about a vulnerability are about other packages.
const COVERS_PRODUCT = sql<SqlBool>`((a.package IS NULL OR a.package = ${NAME}) AND ${isAmong(NAME, '$.names')}
  AND ${isAnyOrAmong(ofProduct(sql`k.installed_version`, SOURCE_VERSION), '$.versions')} AND ${isAnyOrAmong(sql`k.architecture`, '$.architectures')}
  AND EXISTS (SELECT 1 FROM json_each(a.product_match, '$.scopes') AS s WHERE s.value = json_extract(k.basis, '$.scope')
    OR (s.value LIKE '%:' AND substr(json_extract(k.basis, '$.scope'), 1, length(s.value)) = s.value)
    OR (s.value LIKE '%*%' AND json_extract(k.basis, '$.scope') GLOB s.value)))`;

/** Whether an acceptance without a product covers the package or port of fact k. @param a its table */
export const coversPlace = (a: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`((${a}.package IS NULL OR ${a}.package = k.package) AND (${a}.port IS NULL OR (${a}.port = k.port AND ${a}.transport = k.transport)))`;

/** Whether acceptance a covers fact k, on a host that it covers: the rule of covers.ts. */
export const COVERS_LOCATION = sql<SqlBool>`CASE WHEN a.product_match IS NOT NULL THEN ${COVERS_PRODUCT} ELSE ${coversPlace(sql`a`)} END`;

/** Whether an acceptance covers a host now. @param a its table */
const coversHost = (a: RawBuilder<unknown>, host: RawBuilder<number>): RawBuilder<SqlBool> =>
  sql`(${a}.host_id IS NULL OR ${a}.host_id = ${host}) AND (${a}.group_id IS NULL OR EXISTS (SELECT 1 FROM group_hosts AS g WHERE g.group_id = ${a}.group_id AND g.host_id = ${host}))`;

/** Whether acceptance a is neither revoked nor expired. @param now Unix seconds */
export const isActiveAcceptance = (now: number): RawBuilder<SqlBool> =>
  sql`(a.ended_at IS NULL AND (a."until" IS NULL OR a."until" > ${now}))`;

/**
 * JSON of the acceptance that covers a finding now, of several the oldest one; null: none. Of facts k.
 * @param host the host of the finding, as a column or a value
 * @param now Unix seconds
 */
export const activeAcceptance = (
  host: RawBuilder<number>,
  now: number,
): RawBuilder<string | null> => sql<string | null>`(
  SELECT json_object('reason', a.reason, 'by', a."by", 'until', a."until", 'id', a.id, 'kind', a.kind) FROM acceptances a
  WHERE a.vulnerability_id = k.vulnerability_id AND ${isActiveAcceptance(now)} AND ${coversHost(sql`a`, host)} AND ${COVERS_LOCATION} ORDER BY a.id LIMIT 1)`;

/** The facts that acceptances cover now, each on a host, on the hosts of a group, or on all (both null). */
export const coveredFacts = (now: number) =>
  sql<{ fact_id: number; host_id: number | null; group_id: number | null }>`
    SELECT k.id AS fact_id, a.host_id, a.group_id FROM acceptances AS a CROSS JOIN facts AS k ON k.vulnerability_id = a.vulnerability_id
    WHERE ${isActiveAcceptance(now)} AND ${COVERS_LOCATION}`;

/**
 * Whether an acceptance covers a finding f of a host now. For lists of many findings: what each acceptance covers is
 * computed once for each fact, however many hosts have it. @param now Unix seconds
 */
export const isAcceptedFinding = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (WITH covered AS MATERIALIZED (${coveredFacts(now)})
  SELECT 1 FROM covered AS c WHERE c.fact_id = f.fact_id AND ${coversHost(sql`c`, sql`f.host_id`)})`;
