import { expect, it } from 'vitest';
import type { ReportFact } from '../../../src/reports/diff.js';
import { createFindingPresenter } from '../../../src/reports/present/entry-view.js';

const basis = {
  order: 'dpkg',
  scope: 'Debian:12',
  source: null,
  source_version: null,
  state: 'fixed',
  format: 'dpkg',
  advisories: ['DEBIAN-CVE-2024-1', 'DSA-1-1'],
};
const fact: ReportFact = {
  id: 1,
  identity: 1,
  origin: 'package',
  vulnerability_id: 'CVE-2024-1',
  package: 'a',
  architecture: 'amd64',
  port: null,
  transport: null,
  installed_version: '1',
  fixed_version: '2',
  severity: 'high',
  confidence: 'confirmed',
  advisory: 'CVE-2024-1',
  advisory_url: null,
  feed: 'debian-tracker',
  basis: JSON.stringify(basis),
};
const vulnerability = {
  id: 'CVE-2024-1',
  title: 'Hole',
  aliases: '["GHSA-1"]',
  cvss_score: null,
  cvss_vector: null,
  epss: null,
  kev: null,
  exploitation: null,
};

it('lists equal advisories as aliases of an entry, as the finding does', () => {
  expect(
    createFindingPresenter(new Map([[vulnerability.id, vulnerability]]))(fact).aliases,
  ).toEqual(['GHSA-1', 'DSA-1-1']);
  expect(createFindingPresenter(new Map())(fact).aliases).toEqual(['DSA-1-1']);
});
