import { EXPLOITATIONS, type ExploitationState } from '../../knowledge/records.js';
import { asArray, asObject, asText, type Json } from './coerce.js';

const MAX_DECISIONS = 100;

/**
 * Returns what a record states about exploitation in its SSVC decisions: the highest state of all of them. undefined:
 * it has no decision, or one that is not understood.
 * @param cve a record of NVD's JSON 2.0 (`metrics.ssvcV203`), or one with the `containers` of the CVE Record Format
 */
export function findExploitation({ metrics, containers }: Json): ExploitationState | undefined {
  const ofNvd = Object.entries(asObject(metrics))
    .filter(([kind]) => kind.toLowerCase().startsWith('ssvc'))
    .flatMap(([, decisions]) => asArray(decisions).slice(0, MAX_DECISIONS))
    .map((decision) => asObject(decision).ssvcData);
  const { cna, adp } = asObject(containers);
  const ofContainers = [cna, ...asArray(adp).slice(0, MAX_DECISIONS)]
    .flatMap((container) => asArray(asObject(container).metrics).slice(0, MAX_DECISIONS))
    .map((metric) => asObject(asObject(metric).other))
    .filter(({ type }) => asText(type).toLowerCase() === 'ssvc')
    .map(({ content }) => content);
  const stated = [...ofNvd, ...ofContainers].flatMap(statesOf);
  return EXPLOITATIONS.findLast((state) => stated.includes(state));
}

/** The options of a decision are objects with one key; keys and values are in any case. */
const statesOf = (decision: unknown): string[] =>
  asArray(asObject(decision).options)
    .slice(0, MAX_DECISIONS)
    .flatMap((option) => Object.entries(asObject(option)))
    .filter(([name]) => name.trim().toLowerCase() === 'exploitation')
    .map(([, value]) =>
      asText(value)
        .trim()
        .toLowerCase()
        .replace(/^public poc$/, 'poc'),
    );
