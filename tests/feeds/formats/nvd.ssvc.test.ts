import { describe, expect, it } from 'vitest';
import { findExploitation } from '../../../src/feeds/formats/nvd.ssvc.js';

const decision = (...options: unknown[]): object => ({
  ssvcData: { options, role: 'CISA Coordinator', version: '2.0.3' },
});
const container = (type: string, ...options: unknown[]): object => ({
  metrics: [{ cvssV3_1: {} }, { other: { type, content: { options } } }],
});

/** The forms of CISA's decisions in records of NVD, and in those of CVEProject/cvelistV5 (cisagov/vulnrichment). */
describe('the exploitation that an SSVC decision states', () => {
  it.each<[string, Record<string, unknown>, string | undefined]>([
    [
      'is read from a record of NVD',
      { metrics: { ssvcV203: [decision({ exploitation: 'active' }, { automatable: 'yes' })] } },
      'active',
    ],
    [
      'is read from a container of CISA, in upper and lower case',
      { containers: { adp: [container('ssvc', { Exploitation: 'PoC' })] } },
      'poc',
    ],
    [
      'is read from the container of the CNA',
      { containers: { cna: container('ssvc', { Exploitation: 'Active' }) } },
      'active',
    ],
    [
      'is the highest of several decisions',
      {
        metrics: {
          ssvcV203: [decision({ exploitation: 'none' }), decision({ exploitation: 'poc' })],
        },
      },
      'poc',
    ],
    [
      'is not read from the other options',
      { metrics: { ssvcV203: [decision({ automatable: 'none' }, { technicalImpact: 'total' })] } },
      undefined,
    ],
    [
      'is not read from a KEV entry',
      { containers: { adp: [container('kev', { Exploitation: 'active' })] } },
      undefined,
    ],
    [
      'is not known with a value that is not understood',
      { metrics: { ssvcV203: [decision({ exploitation: 'maybe active' }), null, 3] } },
      undefined,
    ],
    ['is not known without a decision', { metrics: { cvssMetricV31: [{}] } }, undefined],
  ])('%s', (_title, cve, expected) => {
    expect(findExploitation(cve)).toBe(expected);
  });
});
