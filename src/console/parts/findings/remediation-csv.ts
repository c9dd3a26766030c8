import type { Api } from '../../api/shapes.js';

type Action = Api<'Remediation'>;

/** The columns of actions as CSV. */
export const REMEDIATION_CSV: readonly (readonly [
  heading: string,
  text: (row: Action) => string,
])[] = [
  ['risk', ({ risk }) => `${risk}`],
  ['severity', ({ severity }) => severity],
  ['address', ({ ip }) => ip],
  ['host', ({ name }) => name],
  ['action', ({ title }) => title],
  ['command', ({ command }) => command ?? ''],
  ['findings', ({ findings }) => `${findings}`],
  ['known exploited', ({ known_exploited: exploited }) => `${exploited}`],
  ['vulnerabilities', ({ vulnerabilities }) => vulnerabilities.join(' ')],
  ['restart', ({ restart }) => restart],
];
