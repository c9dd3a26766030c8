import { describe, expect, it } from 'vitest';
import type { MatchablePackage } from '../../../../src/vulnerabilities/facts.js';
import { explainFinding } from '../../../../src/vulnerabilities/findings/explanation.js';
import type { RecordRange } from '../../../../src/knowledge/records.js';
import { range, record } from '../../../support/stored-records.js';
import { deb, facts, rpm, setUp } from '../matching.js';

const product = (name: string, fixed: string | null, more: Partial<RecordRange> = {}) =>
  range(name, fixed, {
    affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name },
    order: 'generic',
    ...more,
  });
const nvd = (...ranges: RecordRange[]) => ({
  nvd: [record('CVE-2024-1', { title: 'A flaw', severity: 'high', ranges })],
});

const NGINX = deb('nginx', '1.26.0-1~bookworm');
const summarize = (feeds: ReturnType<typeof nvd>, pkg: MatchablePackage, ecosystem?: string) =>
  facts(feeds, pkg, ecosystem === undefined ? undefined : [ecosystem]).map(
    ({ installed_version: installed, fixed_version: fixed, confidence }) =>
      `${installed} < ${fixed} ${confidence}`,
  );
const onPlatforms = (...platform: string[]) =>
  product('google:chrome', '126.0.6478.127', { conditions: { platform } });

const WINDOWS = 'cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*';
const LINUX = 'cpe:2.3:o:linux:linux_kernel:-:*:*:*:*:*:*:*';
const ANDROID = 'cpe:2.3:o:google:android:-:*:*:*:*:*:*:*';
const FOR_WINDOWS = 'cpe:2.3:a:google:chrome:*:*:*:*:*:windows:*:*';
const OTHER_SOFTWARE = 'cpe:2.3:a:example:extension:*:*:*:*:*:*:*:*';
const CHROME = deb('google-chrome-stable', '126.0.6478.126-1');

describe('a package of another publisher', () => {
  it('is compared in its upstream version with the data about its program', () => {
    expect(summarize(nvd(product('f5:nginx', '1.26.1')), NGINX)).toEqual([
      '1.26.0-1~bookworm < 1.26.1 version-based',
    ]);
    expect(summarize(nvd(product('nginx:nginx', '1.26.0')), NGINX)).toEqual([]);
  });

  it('is explained with its upstream version and the source of the data', () => {
    const [fact] = facts(nvd(product('f5:nginx', '1.26.1')), NGINX);

    expect(fact && explainFinding(fact, 'A flaw')).toEqual({
      explanation:
        'nginx 1.26.0-1~bookworm is the upstream version 1.26.0 in a build of another publisher, ' +
        "older than the fixed version 1.26.1. The affected versions are from NVD's CPE data.",
      remedy: 'apt-get update && apt-get install --only-upgrade nginx',
    });
  });

  it('names no command of a package manager that the data does not show', () => {
    const pkg = rpm('nginx', '1:1.26.0-1.el9.ngx');
    const [fact] = facts(nvd(product('f5:nginx', '1.26.1')), pkg, ['AlmaLinux:9']);

    expect(fact && explainFinding(fact, 'A flaw').remedy).toBe('Upgrade nginx to 1.26.1.');
  });

  it('is possibly affected where its publisher adds fixes, and where the data names no edition', () => {
    const php = deb('php7.4-cli', '7.4.33-30+ubuntu24.04.1+deb.sury.org+1', { source: 'php7.4' });
    expect(summarize(nvd(product('php:php', '8.1.0')), php, 'Ubuntu:24.04:LTS')).toEqual([
      `${php.version} < 8.1.0 possible`,
    ]);
    const gitlab = deb('gitlab-ce', '17.1.1-ce.0');
    expect(summarize(nvd(product('gitlab:gitlab', '17.1.2')), gitlab)).toEqual([
      '17.1.1-ce.0 < 17.1.2 possible',
    ]);
    const grafana = deb('grafana-enterprise', '11.0.0+security-01');
    expect(summarize(nvd(product('grafana:grafana', '11.0.1')), grafana)).toEqual([
      '11.0.0+security-01 < 11.0.1 possible',
    ]);
  });

  it.each([
    ['on Windows only', onPlatforms(WINDOWS), []],
    ['on Windows and Android', onPlatforms(WINDOWS, ANDROID), []],
    ['in the edition for Windows', onPlatforms(FOR_WINDOWS), []],
    ['on Linux too', onPlatforms(WINDOWS, LINUX), ['version-based']],
    ['with other software', onPlatforms(OTHER_SOFTWARE), ['possible']],
  ])('is compared with what is affected %s', (_, affected, expected) => {
    expect(facts(nvd(affected), CHROME).map(({ confidence }) => confidence)).toEqual(expected);
  });

  it('of the long-term line of Jenkins is not compared with the weekly one', () => {
    const weekly = product('jenkins:jenkins', '2.442');
    const longTerm = product('jenkins:jenkins', '2.426.3');

    expect(summarize(nvd(weekly, longTerm), deb('jenkins', '2.426.3'))).toEqual([]);
    expect(summarize(nvd(weekly, longTerm), deb('jenkins', '2.426.2'))).toEqual([
      '2.426.2 < 2.426.3 version-based',
    ]);
    expect(summarize(nvd(weekly, longTerm), deb('jenkins', '2.441'))).toHaveLength(1);
  });

  it('is not matched without data about its program', () => {
    const { matcher } = setUp(nvd(product('redis:redis', '7')));

    expect(matcher.originOf(['Debian:12'], NGINX)).toEqual({
      publisher: 'nginx.org',
      isProgram: true,
      isMatched: false,
    });
    expect(
      setUp(nvd(product('f5:nginx', '1'))).matcher.originOf(['Debian:12'], NGINX),
    ).toMatchObject({ isMatched: true });
  });

  it('is recognized by its repository where its version shows nothing', () => {
    const pkg = deb('rabbitmq-server', '3.13.2-1');
    const vendor = 'ppa1.rabbitmq.com_rabbitmq_rabbitmq-server_deb_debian';
    const feeds = nvd(product('vmware:rabbitmq', '3.13.3'));

    expect(summarize(feeds, { ...pkg, vendor })).toEqual(['3.13.2-1 < 3.13.3 version-based']);
    expect(summarize(feeds, pkg)).toEqual([]);
  });

  it('of the distribution is not compared with the data about its program', () => {
    expect(summarize(nvd(product('f5:nginx', '1.26.1')), deb('nginx', '1.22.1-9'))).toEqual([]);
  });
});
