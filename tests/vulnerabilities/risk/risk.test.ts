import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPLOITATIONS, SEVERITIES } from '../../../src/knowledge/records.js';
import {
  combineRisks,
  computeRisk,
  rateRisk,
  type RiskInput,
} from '../../../src/vulnerabilities/risk/risk.js';

const input = (given: Partial<RiskInput> = {}): RiskInput => ({
  severity: 'high',
  cvss_score: 8,
  epss: null,
  kev: null,
  exploitation: null,
  ...given,
});
const KEV = { date_added: '2024-05-01', ransomware: false };
const RANSOMWARE = { ...KEV, ransomware: true };

const anyInput = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  cvss_score: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 10)),
  epss: fc.option(fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }) })),
  kev: fc.option(fc.constantFrom(KEV, RANSOMWARE)),
  exploitation: fc.option(fc.constantFrom(...EXPLOITATIONS)),
});

describe('the risk of a finding', () => {
  it.each<[string, Partial<RiskInput>, number]>([
    ['is half of the impact without any sign of exploitation', {}, 31.6],
    ['grows with the probability of EPSS', { epss: { score: 1 } }, 63.2],
    ['is that of a certain exploitation if SSVC states it', { exploitation: 'active' }, 63.2],
    ['stays as it is with public exploit code', { exploitation: 'poc' }, 31.6],
    ['is at least 80 for a known exploited vulnerability', { kev: KEV }, 96],
    ['is higher with ransomware', { kev: RANSOMWARE }, 98],
    ['is limited to the severity of the release', { severity: 'low', cvss_score: 9.8 }, 15.4],
    ['rises to the severity of the release', { severity: 'critical', cvss_score: 5 }, 35.6],
    [
      'uses the middle of the severity without a score',
      { severity: 'medium', cvss_score: null },
      21.7,
    ],
    ['uses the score of an unrated vulnerability', { severity: 'unknown', cvss_score: 10 }, 39.5],
    ['is 0 without impact', { severity: 'none', cvss_score: null }, 0],
  ])('%s', (_title, given, expected) => {
    expect(computeRisk(input(given))).toBe(expected);
  });

  it('is from 0 to 100, and below 80 exactly without known exploitation', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const risk = computeRisk(given);
        return risk >= 0 && risk <= 100 && risk >= 80 === (given.kev !== null);
      }),
    );
  });

  it('is never lower with a statement about exploitation', () => {
    fc.assert(
      fc.property(
        anyInput,
        (given) => computeRisk(given) >= computeRisk({ ...given, exploitation: null }),
      ),
    );
  });

  it('is explained by what it was computed from', () => {
    expect(rateRisk(input({ kev: RANSOMWARE, epss: { score: 0.94 } })).risk_reason).toBe(
      'Known exploited since 2024-05-01, by ransomware; EPSS 0.94; CVSS 8.0.',
    );
    expect(rateRisk(input({ cvss_score: null, epss: { score: 0.002 } })).risk_reason).toBe(
      'EPSS below 0.01; severity high.',
    );
    expect(rateRisk(input({ exploitation: 'active' })).risk_reason).toBe(
      'Active exploitation (SSVC); CVSS 8.0.',
    );
    expect(rateRisk(input({ exploitation: 'poc' })).risk_reason).toBe(
      'Public exploit code (SSVC); CVSS 8.0.',
    );
    expect(rateRisk(input({ exploitation: 'none' })).risk_reason).toBe('CVSS 8.0.');
  });
});

describe('the risk of several findings', () => {
  const anyRisks = fc.array(anyInput.map(computeRisk), { minLength: 1, maxLength: 60 });

  it('is that of a single one', () => {
    fc.assert(fc.property(anyInput.map(computeRisk), (risk) => combineRisks([risk]) === risk));
  });

  it('never decreases with a further one, and stays below 80 without known exploitation', () => {
    fc.assert(
      fc.property(anyRisks, anyInput.map(computeRisk), (risks, further) => {
        const risk = combineRisks(risks);
        const isKnown = Math.max(...risks) >= 80;
        return combineRisks([...risks, further]) >= risk && risk >= 80 === isKnown && risk <= 100;
      }),
    );
  });

  it('is 0 without findings', () => {
    expect(combineRisks([])).toBe(0);
  });
});
