import { SEVERITIES } from '../../knowledge/records.js';
import type { FactBasis } from '../../vulnerabilities/facts.js';
import { planAction, type Plan } from '../../vulnerabilities/remediations/plan.js';
import { computeRisk, type RiskInput } from '../../vulnerabilities/risk/risk.js';
import type { PlannedFactRow } from './fleet.statements.js';

/**
 * The properties of facts that sums and groups are computed from, by the id of the fact: numbers in columns, because a
 * fleet has hundreds of thousands of facts.
 */
export interface FactColumns {
  has: (id: number) => boolean;
  /** rated unimportant by its publisher */
  isHidden: (id: number) => boolean;
  isKnownExploited: (id: number) => boolean;
  risk: (id: number) => number;
  /** an index of SEVERITIES */
  severity: (id: number) => number;
  /** the same number for equal keys of plans */
  plan: (id: number) => number;
  /** the same number for equal links of plans; -1: none */
  link: (id: number) => number;
  planByNumber: (plan: number) => Plan;
  /** Stores a fact, or replaces it: its risk changes with the rating of its vulnerability. */
  set: (row: PlannedFactRow) => void;
}

const IS_KNOWN = 1;
const IS_HIDDEN = 2;
const IS_EXPLOITED = 4;

export function createFactColumns(): FactColumns {
  let columns = allocate(1024);
  const plans = createNumbering();
  const links = createNumbering();
  const planList: Plan[] = [];
  const hasFlag = (id: number, flag: number): boolean => ((columns.flags[id] ?? 0) & flag) !== 0;
  return {
    has: (id) => hasFlag(id, IS_KNOWN),
    isHidden: (id) => hasFlag(id, IS_HIDDEN),
    isKnownExploited: (id) => hasFlag(id, IS_EXPLOITED),
    risk: (id) => columns.risk[id] ?? 0,
    severity: (id) => columns.severity[id] ?? SEVERITIES.length - 1,
    plan: (id) => columns.plan[id] ?? 0,
    link: (id) => columns.link[id] ?? -1,
    planByNumber: (plan) => planList[plan] as Plan,
    set(row) {
      if (row.id >= columns.risk.length) columns = enlarge(columns, row.id);
      const basis = JSON.parse(row.basis) as FactBasis;
      const plan = planAction({ ...row, basis });
      const number = plans(plan.key);
      planList[number] ??= plan;
      columns.plan[row.id] = number;
      columns.link[row.id] = plan.link === null ? -1 : links(plan.link);
      columns.risk[row.id] = computeRisk(toRiskInput(row));
      columns.severity[row.id] = SEVERITIES.indexOf(row.severity);
      columns.flags[row.id] =
        IS_KNOWN |
        (basis.unimportant === true ? IS_HIDDEN : 0) |
        (row.kev === null ? 0 : IS_EXPLOITED);
    },
  };
}

const toRiskInput = ({
  severity,
  cvss_score,
  epss,
  kev,
  exploitation,
}: PlannedFactRow): RiskInput => ({
  severity,
  cvss_score,
  epss: epss === null ? null : { score: epss },
  kev: kev === null ? null : (JSON.parse(kev) as RiskInput['kev']),
  exploitation,
});

/** Returns a function that numbers texts from 0 on. */
function createNumbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

type Columns = ReturnType<typeof allocate>;

const allocate = (size: number) => ({
  risk: new Float64Array(size),
  severity: new Uint8Array(size),
  flags: new Uint8Array(size),
  plan: new Int32Array(size),
  link: new Int32Array(size),
});

function enlarge(columns: Columns, id: number): Columns {
  const larger = allocate(Math.max(id + 1, columns.risk.length * 2));
  larger.risk.set(columns.risk);
  larger.severity.set(columns.severity);
  larger.flags.set(columns.flags);
  larger.plan.set(columns.plan);
  larger.link.set(columns.link);
  return larger;
}
