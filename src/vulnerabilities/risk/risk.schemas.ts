import { z } from 'zod';

/** The fields of a risk in a response. */
export const riskFields = {
  risk: z
    .number()
    .meta({ description: '0 to 100; known exploited vulnerabilities have at least 80' }),
  risk_reason: z.string(),
};

export const riskExample = {
  risk: 58.3,
  risk_reason: 'EPSS 0.64; CVSS 8.1.',
};
