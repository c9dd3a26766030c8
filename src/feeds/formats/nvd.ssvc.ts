import { EXPLOITATIONS, type ExploitationState } from '../../knowledge/records.js';
import { asArray, asObject, asText, type Json } from './coerce.js';

const MAX_DECISIONS = 100;

/**
 * Returns what a record states about exploitation in its SSVC decisions: the highest state of all of them. undefined:
 * it has no decision, or one that is not understood.
 * @param cve a record of NVD's JSON 2.0 (`metrics.ssvcV203`), or one with the `containers` of the CVE Record Format
 */
export function findExploitation({ metrics, containers }: Json): ExploitationState | undefined {
  const decisions = decisionsOfNvd(asObject(metrics));
  if (containers !== undefined) decisions.push(...decisionsOfContainers(asObject(containers)));
  if (decisions.length === 0) return undefined;
  const stated = decisions.flatMap(statesOf);
  return EXPLOITATIONS.findLast((state) => stated.includes(state));
}

function decisionsOfNvd(metrics: Json): unknown[] {
  const found: unknown[] = [];
  for (const kind in metrics)
    if (kind.startsWith('ssvc'))
      for (const decision of asArray(metrics[kind]).slice(0, MAX_DECISIONS))
        found.push(asObject(decision).ssvcData);
  return found;
}

const decisionsOfContainers = ({ cna, adp }: Json): unknown[] =>
  [cna, ...asArray(adp).slice(0, MAX_DECISIONS)]
    .flatMap((container) => asArray(asObject(container).metrics).slice(0, MAX_DECISIONS))
    .map((metric) => asObject(asObject(metric).other))
    .filter(({ type }) => asText(type).toLowerCase() === 'ssvc')
    .map(({ content }) => content);

/** The options of a decision are objects with one key; keys and values are in any case. */
function statesOf(decision: unknown): string[] {
  const states: string[] = [];
  for (const option of asArray(asObject(decision).options).slice(0, MAX_DECISIONS).map(asObject))
    for (const name in option)
      if (name.toLowerCase() === 'exploitation') {
        const value = asText(option[name]).trim().toLowerCase();
        states.push(value === 'public poc' ? 'poc' : value);
      }
  return states;
}
