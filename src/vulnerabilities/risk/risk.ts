import type { ExploitationState, Severity } from '../../knowledge/records.js';

/** The input of the risk of a finding. `cvss_score`: 0 to 10. `epss.score`: 0 to 1. */
export interface RiskInput {
  severity: Severity;
  cvss_score: number | null;
  epss: { score: number } | null;
  kev: { date_added: string; ransomware: boolean } | null;
  /** of the SSVC decision in the CVE record; null: none */
  exploitation: ExploitationState | null;
}

export interface Risk {
  /** 0 to 100, one decimal */
  risk: number;
  /** a sentence */
  risk_reason: string;
}

/** The lowest and highest CVSS score of each severity (CVSS 3.1, section 5), and the score without a CVSS vector. */
export const BANDS: Readonly<Record<Severity, { min: number; max: number; middle: number }>> = {
  critical: { min: 9, max: 10, middle: 9.5 },
  high: { min: 7, max: 8.9, middle: 8 },
  medium: { min: 4, max: 6.9, middle: 5.5 },
  low: { min: 0.1, max: 3.9, middle: 2 },
  none: { min: 0, max: 0, middle: 0 },
  unknown: { min: 0, max: 10, middle: 5 },
};

/** A known exploited vulnerability has at least this risk, and with ransomware the second; others have less. */
export const KEV_FLOOR = 80;
export const RANSOMWARE_FLOOR = 90;
export const HIGHEST_WITHOUT_KEV = 79;

/**
 * Returns the risk of a finding, from 0 to 100. The impact is the CVSS score, limited to the range of the severity
 * that the publisher gives for this release. Without known exploitation, half of the impact counts in any case, and
 * the other half with the probability that EPSS predicts. It is 1 if SSVC states active exploitation. A known
 * exploited vulnerability (CISA KEV) has a risk of at least 80, with ransomware at least 90.
 */
export const computeRisk = ({ severity, epss, kev, ...rating }: RiskInput): number =>
  round(
    exactRisk(severity, {
      ...rating,
      epss: epss?.score ?? null,
      kev: kev === null ? 0 : 1 + Number(kev.ransomware),
    }),
  );

/** The properties of a vulnerability that its risk depends on. `epss`: the score; null: not predicted. */
export interface Rating extends Pick<RiskInput, 'cvss_score' | 'exploitation'> {
  epss: number | null;
  /** 0 not known to be exploited, 1 known, 2 by ransomware */
  kev: number;
}

/** As `computeRisk`, without rounding. */
export function exactRisk(severity: Severity, rating: Rating): number {
  const impact = impactOf(severity, rating.cvss_score) / 10;
  if (rating.kev > 0) {
    const floor = rating.kev === 2 ? RANSOMWARE_FLOOR : KEV_FLOOR;
    return floor + (100 - floor) * impact;
  }
  return HIGHEST_WITHOUT_KEV * impact * (0.5 + 0.5 * probabilityOf(rating));
}

/**
 * Returns the probability of exploitation, from 0 to 1: 1 if SSVC states that it is active, else that of EPSS. Other
 * states change nothing: EPSS knows about public exploit code, and `none` is true only for the day of the decision.
 */
const probabilityOf = ({ epss, exploitation }: Pick<Rating, 'epss' | 'exploitation'>): number =>
  exploitation === 'active' ? 1 : Math.min(1, Math.max(0, epss ?? 0));

/** Returns the risk of a finding with its explanation. */
export const rateRisk = (input: RiskInput): Risk => ({
  risk: computeRisk(input),
  risk_reason: explainRisk(input),
});

/**
 * Returns the risk of several findings together, on one host or for one action: the highest of them, raised by the
 * others. It stays below 80 without a known exploited one, and it never decreases with a further finding.
 */
export function combineRisks(risks: readonly number[]): number {
  let highest = 0;
  let sum = 0;
  for (const risk of risks) {
    highest = Math.max(highest, risk);
    sum += risk;
  }
  return combineRisk(highest, sum);
}

/** The same from the highest of the risks and their sum. */
export function combineRisk(highest: number, sum: number): number {
  const limit = highest >= KEV_FLOOR ? 100 : HIGHEST_WITHOUT_KEV + 0.9;
  const others = sum - highest;
  return round(highest + (limit - highest) * (1 - Math.exp(-others / OTHERS_SCALE)));
}

const OTHERS_SCALE = 1_000; // the sum of other risks that closes 63 % of the distance to the limit

function impactOf(severity: Severity, score: number | null): number {
  const { min, max, middle } = BANDS[severity];
  return score === null ? middle : Math.min(max, Math.max(min, score));
}

/** Returns why a finding has its risk, as a sentence. */
export function explainRisk({ severity, cvss_score, epss, kev, exploitation }: RiskInput): string {
  const rating = cvss_score === null ? `severity ${severity}` : `CVSS ${cvss_score.toFixed(1)}`;
  const parts = [
    ...(kev
      ? [`known exploited since ${kev.date_added}${kev.ransomware ? ', by ransomware' : ''}`]
      : []),
    ...(exploitation === null ? [] : EXPLOITATION_TEXTS[exploitation]),
    ...(epss ? [`EPSS ${formatProbability(epss.score)}`] : []),
    rating,
  ];
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** `none` is not shown: evidence may have appeared since. */
const EXPLOITATION_TEXTS: Readonly<Record<ExploitationState, readonly string[]>> = {
  none: [],
  poc: ['public exploit code (SSVC)'],
  active: ['active exploitation (SSVC)'],
};

const formatProbability = (score: number): string =>
  score > 0 && score < 0.01 ? 'below 0.01' : score.toFixed(2);

const round = (risk: number): number => Math.round(risk * 10) / 10;
