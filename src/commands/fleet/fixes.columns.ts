import type { RemediationBody } from '../../vulnerabilities/remediations/remediation.schemas.js';
import { certaintyWords } from '../../vulnerabilities/remediations/text.js';
import type { Column } from '../output/items.js';

/** The columns of remediations in a pipe. */
export const FIX_COLUMNS: Column<RemediationBody>[] = [
  { heading: 'RISK', value: ({ risk }) => risk.toFixed(1) },
  { heading: 'SEVERITY', value: ({ severity }) => severity },
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'ADDRESS', value: ({ ip }) => ip },
  { heading: 'ACTION', value: ({ action }) => action },
  { heading: 'TITLE', value: ({ title }) => title },
  { heading: 'COMMAND', value: ({ command }) => command },
  {
    heading: 'PACKAGES',
    value: ({ packages }) => [...new Set(packages.map(({ name }) => name))].join(', '),
  },
  {
    heading: 'PORT',
    value: ({ ports }) =>
      ports.length === 0
        ? null
        : ports.map(({ port, transport }) => `${port}/${transport}`).join(', '),
  },
  { heading: 'VULNERABILITIES', value: ({ vulnerabilities }) => vulnerabilities.join(', ') },
  { heading: 'EXPLOITED', value: ({ known_exploited: exploited }) => exploited },
  { heading: 'RESTART', value: ({ restart }) => restart },
  { heading: 'CERTAINTY', value: ({ by_confidence }) => certaintyWords(by_confidence) },
  { heading: 'REASON', value: ({ risk_reason }) => risk_reason },
];
