import type { Api } from '../../api/shapes.js';
import { certaintyText } from './certainty-words.js';

type Action = Api<'Remediation'>;

/** The columns of actions as CSV. */
export const REMEDIATION_CSV: readonly (readonly [
  heading: string,
  text: (row: Action) => string,
])[] = [
  ['risk', ({ risk }) => `${risk}`],
  ['why this risk', ({ risk_reason }) => risk_reason],
  ['severity', ({ severity }) => severity],
  ['certainty', ({ by_confidence }) => certaintyText(by_confidence)],
  ['address', ({ ip }) => ip],
  ['host', ({ name }) => name],
  ['action', ({ title }) => title],
  ['command', ({ command }) => command ?? ''],
  ['findings', ({ findings }) => `${findings}`],
  ['known exploited', ({ known_exploited: exploited }) => `${exploited}`],
  ['vulnerabilities', ({ vulnerabilities }) => vulnerabilities.join(' ')],
  ['restart', ({ restart }) => restart],
];
