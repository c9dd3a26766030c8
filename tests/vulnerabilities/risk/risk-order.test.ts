import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryBuilder, selectFirst } from '../../../src/database/query-builder.js';
import { EXPLOITATIONS, SEVERITIES } from '../../../src/knowledge/records.js';
import { computeRisk } from '../../../src/vulnerabilities/risk/risk.js';
import { IMPACT, riskOf } from '../../../src/vulnerabilities/risk/risk.repository.js';
import { testDatabase } from '../../support/database.js';

const anyInput = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  cvss_score: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 10)),
  epss: fc.option(fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }) })),
  kev: fc.option(fc.record({ date_added: fc.constant('2024-05-01'), ransomware: fc.boolean() })),
  exploitation: fc.option(fc.constantFrom(...EXPLOITATIONS)),
});

describe('the order of lists by risk', () => {
  it('is that of the shown risk', () => {
    const { sqlite } = testDatabase();
    sqlite.exec(`INSERT INTO vulnerabilities (id, title) VALUES ('CVE-1', 'a');
      INSERT INTO facts (id, key, origin, vulnerability_id, severity, confidence, advisory, basis)
      VALUES (1, x'00', 'package', 'CVE-1', 'low', 'confirmed', 'CVE-1', '{}')`);
    const setVulnerability = sqlite.prepare(
      'UPDATE vulnerabilities SET cvss_score = ?, epss = ?, kev = ?, exploitation = ?',
    );
    const setSeverity = sqlite.prepare('UPDATE facts SET severity = ?');
    fc.assert(
      fc.property(anyInput, (input) => {
        const { severity, cvss_score, epss, kev, exploitation } = input;
        const scores = [epss && JSON.stringify(epss), kev && JSON.stringify(kev), exploitation];
        setVulnerability.run(cvss_score, ...scores);
        setSeverity.run(severity);
        const query = queryBuilder
          .selectFrom('facts as k')
          .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
          .select(riskOf(IMPACT).as('risk'));
        expect(
          Math.abs((selectFirst(sqlite, query)?.risk ?? -1) - computeRisk(input)),
        ).toBeLessThan(0.051);
      }),
    );
  });
});
