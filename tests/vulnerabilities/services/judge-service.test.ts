import { describe, expect, it } from 'vitest';
import type { Knowledge } from '../../../src/knowledge/open.js';
import type { Judge, JudgedService, Judgement } from '../../../src/vulnerabilities/facts.js';
import { createServiceJudge } from '../../../src/vulnerabilities/services/judge-service.js';
import { versionKey } from '../../../src/versions/keys.js';
import { knowledgeOf } from './stored-records.js';

const source = (scope: string, name: string) => ({ scope, kind: 'source' as const, name });
const product = (name: string) => ({ scope: 'cpe:a', kind: 'cpe' as const, name });

/** The ranges of source packages and nothing more: ranks, modules and names of binaries belong to the judge of packages. */
function plainPackages({ sqlite }: Knowledge): Judge['packages'] {
  const affected = sqlite.prepare<[string, string, Buffer, Buffer], { name: string; vulnerability: string; fixed: string | null }>(`SELECT a.name, r.vulnerability, r.fixed FROM ranges r
    JOIN places p ON p.id = r.place_id JOIN advisories a ON a.id = r.advisory_id WHERE p.scope = ? AND p.kind = 'source' AND p.name = ? AND r.upper > ? AND r.lower <= ?`);
  return (scopes, packages) => packages.map((one) => scopes.flatMap((scope) => {
    const key = versionKey('dpkg', one.source_version ?? one.version);
    return affected.all(scope, one.source ?? one.name, key, key).map(({ name, vulnerability, fixed }): Judgement => ({
      fact: {
        origin: 'package', vulnerability_id: vulnerability, package: one.name, architecture: null, port: null, transport: null, installed_version: one.version, fixed_version: fixed,
        severity: 'high', confidence: 'confirmed', advisory: name, advisory_url: null, feed: 'osv-debian',
        basis: { order: 'dpkg', scope, source: one.source, source_version: one.source_version, state: 'fixed', format: 'dpkg' },
      },
      note: { id: vulnerability, title: name, aliases: [], cvss_score: null, cvss_vector: null },
    }));
  }));
}

const judgeOf = (knowledge: Knowledge): Judge['service'] => createServiceJudge(knowledge, plainPackages(knowledge));
const told = (found: readonly Judgement[]): string[] => found.map(({ fact }) => `${fact.vulnerability_id} ${fact.installed_version} < ${fact.fixed_version} ${fact.confidence}`);

function service(given: Partial<JudgedService> = {}): JudgedService {
  return { port: 22, transport: 'tcp', service: 'ssh', product: 'OpenSSH', version: '9.2p1', revision: null, cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*', banner: null, ...given };
}

const NVD = [{ name: 'CVE-2023-38408', severity: 'critical' as const, cvssScore: 9.8, url: 'https://nvd.nist.gov/vuln/detail/CVE-2023-38408', ranges: [{ place: product('openbsd:openssh'), order: 'generic' as const, fixed: '9.3p2' }] }];
const DEBIAN = [
  { name: 'DEBIAN-CVE-2023-38408', vulnerabilities: ['CVE-2023-38408'], ranges: [{ place: source('Debian:12', 'openssh'), fixed: '1:9.2p1-2+deb12u1' }, { place: source('Debian:13', 'openssh'), fixed: '1:9.3p2-1' }] },
  { name: 'DEBIAN-CVE-2024-6387', vulnerabilities: ['CVE-2024-6387'], ranges: [{ place: source('Debian:12', 'openssh'), fixed: '1:9.2p1-2+deb12u3' }, { place: source('Debian:13', 'openssh'), fixed: '1:9.7p1-7' }] },
];

describe('a service whose banner tells the distribution\'s revision', () => {
  const knowledge = () => knowledgeOf({ 'osv-debian': DEBIAN, nvd: NVD });

  it('is judged by the data of its release, so that a backported fix counts', () => {
    expect(told(judgeOf(knowledge())(service({ revision: 'Debian 2+deb12u2' })))).toEqual(['CVE-2024-6387 1:9.2p1-2+deb12u2 < 1:9.2p1-2+deb12u3 version-based']);
  });

  it('is clean when its release has mended everything, whatever the upstream version', () => {
    expect(judgeOf(knowledge())(service({ revision: 'Debian 2+deb12u3' }))).toEqual([]);
  });

  it('gets the release from the data when the revision does not tell it', () => {
    expect(told(judgeOf(knowledge())(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2023-38408 1:9.2p1-2 < 1:9.2p1-2+deb12u1 version-based', 'CVE-2024-6387 1:9.2p1-2 < 1:9.2p1-2+deb12u3 version-based',
    ]);
  });

  it('says what was found at the port, not at a package', () => {
    const [found] = judgeOf(knowledge())(service({ revision: 'Debian 2+deb12u2' }));
    expect(found?.fact).toMatchObject({ origin: 'service', package: null, architecture: null, port: 22, transport: 'tcp', advisory: 'DEBIAN-CVE-2024-6387', basis: { source: 'openssh', scope: 'Debian:12' } });
  });

  it('is judged by the upstream version, as possible, where nothing is known of its release', () => {
    const nvdOnly = knowledgeOf({ nvd: NVD });
    expect(told(judgeOf(nvdOnly)(service({ revision: 'Debian 2+deb12u3' })))).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
  });

  it('is judged as possible by the upstream version when it is a backport, which no release answers for', () => {
    expect(told(judgeOf(knowledge())(service({ revision: 'Debian 2~bpo11+1' })))).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
  });

  it('of Ubuntu finds its release too, by what stands in the revision or by the data', () => {
    const ubuntu = knowledgeOf({
      'osv-ubuntu': [
        { name: 'UBUNTU-CVE-2024-6387', vulnerabilities: ['CVE-2024-6387'], ranges: [{ place: source('Ubuntu:22.04:LTS', 'openssh'), fixed: '1:8.9p1-3ubuntu0.10' }, { place: source('Ubuntu:24.04:LTS', 'openssh'), fixed: '1:9.6p1-3ubuntu13.3' }] },
        { name: 'UBUNTU-CVE-2024-0001', vulnerabilities: ['CVE-2024-0001'], ranges: [{ place: source('Ubuntu:22.04:LTS', 'bind9'), fixed: '1:9.18.28-0ubuntu0.22.04.1' }] },
      ],
    });
    expect(told(judgeOf(ubuntu)(service({ version: '8.9p1', revision: 'Ubuntu 3ubuntu0.6', cpe: 'cpe:2.3:a:openbsd:openssh:8.9:p1:*:*:*:*:*:*' })))).toEqual(['CVE-2024-6387 1:8.9p1-3ubuntu0.6 < 1:8.9p1-3ubuntu0.10 version-based']);
    const bind = service({ version: '9.18.18', revision: 'Ubuntu 0ubuntu0.22.04.2', cpe: 'cpe:2.3:a:isc:bind:9.18.18:*:*:*:*:*:*:*' });
    expect(told(judgeOf(ubuntu)(bind))).toEqual(['CVE-2024-0001 1:9.18.18-0ubuntu0.22.04.2 < 1:9.18.28-0ubuntu0.22.04.1 version-based']);
  });

  it('tells what only some of the releases say that it may be from as possible', () => {
    const two = knowledgeOf({
      'osv-debian': [
        { name: 'DEBIAN-CVE-1', vulnerabilities: ['CVE-2024-0001'], ranges: [{ place: source('Debian:12', 'openssh'), fixed: '1:9.2p1-2+deb12u1' }, { place: source('Debian:13', 'openssh'), fixed: '1:9.2p1-2' }] },
        { name: 'DEBIAN-CVE-2', vulnerabilities: ['CVE-2024-0002'], ranges: [{ place: source('Debian:12', 'openssh') }, { place: source('Debian:13', 'openssh') }] },
      ],
    });
    expect(told(judgeOf(two)(service({ revision: 'Debian 2' })))).toEqual(['CVE-2024-0001 1:9.2p1-2 < 1:9.2p1-2+deb12u1 possible', 'CVE-2024-0002 1:9.2p1-2 < null version-based']);
  });
});

describe('a service that tells no revision', () => {
  it('is judged by its upstream version', () => {
    const [found] = judgeOf(knowledgeOf({ nvd: NVD }))(service());
    expect(found).toMatchObject({
      fact: { vulnerability_id: 'CVE-2023-38408', confidence: 'version-based', severity: 'critical', feed: 'nvd', fixed_version: '9.3p2', basis: { order: 'generic', scope: 'cpe:a', source: 'openbsd:openssh' } },
      note: { cvss_score: 9.8 },
    });
  });

  it('is possibly mended where a distribution has packed that very version, or is named without a revision', () => {
    const knowledge = knowledgeOf({ 'osv-debian': DEBIAN, nvd: NVD });
    expect(told(judgeOf(knowledge)(service()))).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
    expect(told(judgeOf(knowledge)(service({ version: '9.1p1', cpe: 'cpe:2.3:a:openbsd:openssh:9.1:p1:*:*:*:*:*:*' })))).toEqual(['CVE-2023-38408 9.1p1 < 9.3p2 version-based']);
    expect(told(judgeOf(knowledgeOf({ nvd: NVD }))(service({ revision: 'Ubuntu' })))).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
  });

  it('counts the update of a CPE name: 9.3p2 is mended, 9.3p1 is not', () => {
    const judge = judgeOf(knowledgeOf({ nvd: NVD }));
    const of = (update: string) => told(judge(service({ version: `9.3${update}`, cpe: `cpe:2.3:a:openbsd:openssh:9.3:${update}:*:*:*:*:*:*` })));
    expect([of('p1'), of('p2')]).toEqual([['CVE-2023-38408 9.3p1 < 9.3p2 version-based'], []]);
  });

  it('is found under the other names of its product, each vulnerability once', () => {
    const ranges = ['f5:nginx', 'nginx:nginx'].map((name) => ({ place: product(name), order: 'generic' as const, introduced: '1.0', lastAffected: '1.18.0' }));
    const nginx = service({ product: 'nginx', version: '1.18.0', cpe: 'cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*' });
    expect(told(judgeOf(knowledgeOf({ nvd: [{ name: 'CVE-2021-23017', ranges }] }))(nginx))).toEqual(['CVE-2021-23017 1.18.0 < null version-based']);
  });

  it('is only possibly hit by what holds on some platforms, unless another range holds everywhere', () => {
    const somewhere = { place: product('openbsd:openssh'), order: 'generic' as const, conditions: { platform: ['cpe:2.3:o:apple:macos:-:*:*:*:*:*:*:*'] } };
    expect(told(judgeOf(knowledgeOf({ nvd: [{ name: 'CVE-1-1', ranges: [somewhere] }] }))(service()))).toEqual(['CVE-1-1 9.2p1 < null possible']);
    expect(told(judgeOf(knowledgeOf({ nvd: [{ name: 'CVE-1-1', ranges: [somewhere, { ...somewhere, conditions: null }] }] }))(service()))).toEqual(['CVE-1-1 9.2p1 < null version-based']);
  });

  it('is judged by an earlier generation when one is asked for', () => {
    const judge = judgeOf(knowledgeOf({ 'osv-debian': DEBIAN, nvd: NVD }));
    expect([judge(service(), 1).length, judge(service(), 2).length]).toEqual([0, 1]);
  });

  it.each([
    ['without a version', { version: null, cpe: 'cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*' }],
    ['without a place in the dictionary', { cpe: null }],
    ['with a name that is none', { cpe: 'cpe:2.3:a:*:*:*' }],
  ])('%s is not judged: nothing is guessed', (_what, given) => {
    expect(judgeOf(knowledgeOf({ nvd: NVD }))(service(given))).toEqual([]);
  });
});
