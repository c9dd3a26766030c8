import { sql, type RawBuilder } from 'kysely';
import { SEVERITIES } from '../../knowledge/records.js';
import { BANDS, HIGHEST_WITHOUT_KEV, KEV_FLOOR, RANSOMWARE_FLOOR } from './risk.js';

const bandCases = SEVERITIES.map((severity) => {
  const { min, max, middle } = BANDS[severity];
  return `WHEN '${severity}' THEN min(${max}, max(${min}, coalesce(v.cvss_score, ${middle})))`;
}).join(' ');

/** The impact of a fact k with its vulnerability v, from 0 to 10: as in `computeRisk`. */
export const IMPACT = sql<number>`(CASE k.severity ${sql.raw(bandCases)} END)`;

/** The probability of exploitation of a vulnerability v by EPSS. */
export const EPSS_SCORE = sql<number | null>`json_extract(v.epss, '$.score')`;

/** As `probabilityOf`, of a vulnerability v. */
const PROBABILITY = sql<number>`(CASE WHEN v.exploitation = 'active' THEN 1 ELSE min(1, max(0, coalesce(${EPSS_SCORE}, 0))) END)`;

/**
 * The risk of a fact k with its vulnerability v, from 0 to 100, without rounding. It orders lists as `computeRisk`
 * does.
 * @param impact of the fact, or the highest of several facts of one vulnerability
 */
export const riskOf = (impact: RawBuilder<number>): RawBuilder<number> => sql<number>`(CASE
  WHEN v.kev IS NULL THEN ${sql.lit(HIGHEST_WITHOUT_KEV)} * ${impact} / 10.0 * (0.5 + 0.5 * ${PROBABILITY})
  WHEN json_extract(v.kev, '$.ransomware') THEN ${sql.lit(RANSOMWARE_FLOOR)} + ${sql.lit(100 - RANSOMWARE_FLOOR)} * ${impact} / 10.0
  ELSE ${sql.lit(KEV_FLOOR)} + ${sql.lit(100 - KEV_FLOOR)} * ${impact} / 10.0 END)`;
