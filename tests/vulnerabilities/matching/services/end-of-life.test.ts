import { expect, it } from 'vitest';
import type { FoundService } from '../../../../src/pentest/service.js';
import { createReportApp, type ReportApp } from '../../../reports/report-app.js';
import { feedSample } from '../../../support/feed-items.js';
import { service } from '../../../support/services.js';

interface Finding {
  vulnerability_id: string;
  severity: string;
  confidence: string;
  explanation: string;
  remedy: string;
  feed: string;
}

const found = (
  cpe: string,
  version: string,
  more: Partial<FoundService> = {},
): Partial<FoundService> => ({
  cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
  version,
  ...more,
});

async function scan(
  app: ReportApp,
  services: Partial<FoundService>[],
): Promise<{ host: number; template: number; findings: Finding[] }> {
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('pentest', [host]);
  app.network.set('10.0.0.1', {
    services: services.map((one, i) => service(80 + i, one)),
    scanned_ports: services.map((_, i) => 80 + i),
  });
  await app.runTask(template);
  const findings = await app.request<Finding[]>(200, 'GET', `/hosts/${host}/vulnerabilities`);
  return { host, template, findings };
}

/** The clock of the tests is of 2026-09-21. */
it.each<[cpe: string, version: string, more: Partial<FoundService>, expected: string | null]>([
  ['php:php', '7.4.33', {}, 'EOL-php-7.4 high version-based'],
  ['php:php', '7.4', {}, 'EOL-php-7.4 high version-based'],
  ['php:php', '8.1.30', {}, 'EOL-php-8.1 medium version-based'],
  ['php:php', '8.4.1', {}, null],
  ['php:php', '7.40.1', {}, null],
  ['php:php', '7.4.33', { revision: 'Debian' }, 'EOL-php-7.4 high possible'],
  ['php:php', '7.4.33', { revision: 'Ubuntu' }, 'EOL-php-7.4 high possible'],
  ['f5:nginx', '1.25.3', {}, 'EOL-nginx-1.25 high version-based'],
  ['nginx:nginx', '1.26.0', {}, 'EOL-nginx-1.26 high version-based'],
  ['f5:nginx', '1.30.0', {}, null],
  ['f5:nginx', '1.2.5', {}, null],
  ['postgresql:postgresql', '12.22', {}, 'EOL-postgresql-12 high version-based'],
  ['postgresql:postgresql', '18.1', {}, null],
  ['postgresql:postgresql', '1.12', {}, null],
  ['nodejs:node.js', '16.20.2', {}, 'EOL-nodejs-16 high version-based'],
  ['openssl:openssl', '1.1.1w', {}, 'EOL-openssl-1.1.1 high version-based'],
  ['openssl:openssl', '3.5.0', {}, null],
  ['mariadb:mariadb', '10.3.39', {}, 'EOL-mariadb-10.3 high version-based'],
  ['oracle:mysql', '5.7.44', {}, 'EOL-mysql-5.7 high version-based'],
  ['mysql:mysql', '8.4.2', {}, null],
  ['redis:redis', '6.0.16', {}, 'EOL-redis-6.0 high version-based'],
  ['python:python', '2.7.18', {}, 'EOL-python-2.7 high version-based'],
  ['apache:tomcat', '7.0.109', {}, 'EOL-tomcat-7 high version-based'],
  ['apache:tomcat', '8.5.100', {}, 'EOL-tomcat-8.5 high version-based'],
  ['apache:tomcat', '9.0.80', {}, null],
  // the support of a build of a release is that of the release
  ['apache:http_server', '2.2.22', { revision: 'Debian 13+deb12u1' }, null],
  ['f5:nginx', '1.25.3', { revision: 'Ubuntu 1ubuntu0.24.04.1' }, null],
  [
    'apache:http_server',
    '2.2.22',
    { revision: 'Debian' },
    'EOL-apache-http-server-2.2 high possible',
  ],
])('of %s %s %j is %s', async (cpe, version, more, expected) => {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/eol', JSON.parse(feedSample('eol/products.json')));
  const { findings } = await scan(app, [found(cpe, version, more)]);
  const texts = findings.map((f) => `${f.vulnerability_id} ${f.severity} ${f.confidence}`);
  expect(texts).toEqual(expected === null ? [] : [expected]);
});

/** Programs that the banner of another one names. */
it.each<[banner: string, expected: string[]]>([
  ['HTTP/1.1 200 OK x-powered-by: PHP/7.4.33', ['EOL-php-7.4 version-based']],
  ['x-powered-by: PHP/7.4.3-4ubuntu2.18', ['EOL-php-7.4 possible']],
  ['x-powered-by: PHP/7.4.33-1+deb11u5', []],
  [
    'server: Apache/2.4.6 (CentOS) OpenSSL/1.1.1k-fips PHP/7.4.33',
    ['EOL-openssl-1.1.1 possible', 'EOL-php-7.4 possible'],
  ],
  ['server: Apache/2.4.58 (Win64) OpenSSL/1.1.1w PHP/8.4.2', ['EOL-openssl-1.1.1 version-based']],
  ['server: SimpleHTTP/0.6 Python/2.7.18', ['EOL-python-2.7 version-based']],
  ['server: fooPHP/7.4.33', []],
  ['location: /docs/php/7.4.33', []],
])('of a banner with %s is %j', async (banner, expected) => {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/eol', JSON.parse(feedSample('eol/products.json')));
  const { findings } = await scan(app, [{ banner, product: null }]);
  expect(findings.map((f) => `${f.vulnerability_id} ${f.confidence}`).sort()).toEqual(expected);
});

it('is a finding that is explained, accepted and ended like others', async () => {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/eol', JSON.parse(feedSample('eol/products.json')));
  const php = found('php:php', '7.4.33', { product: 'PHP' });
  const { host, template, findings } = await scan(app, [php]);
  expect(findings).toMatchObject([
    {
      title: 'PHP 7.4 is end of life since 2022-11-28',
      feed: 'eol',
      explanation:
        'PHP on port 80/tcp reports version 7.4.33. ' +
        'PHP 7.4 is end of life since 2022-11-28: it gets no security updates.',
      remedy: 'Upgrade PHP (80/tcp) to a supported branch.',
    },
  ]);
  const actions = await app.request<{ title: string; action: string }[]>(
    200,
    'GET',
    '/remediations',
  );
  expect(actions).toMatchObject([
    { action: 'end_of_life', title: 'Upgrade PHP (80/tcp) to a supported branch' },
  ]);
  await app.request(201, 'POST', '/acceptances', {
    vulnerability_id: 'eol-PHP-7.4',
    host_id: host,
    port: 80,
    transport: 'tcp',
    reason: 'is replaced in May',
  });
  const open = await app.request<Finding[]>(
    200,
    'GET',
    `/hosts/${host}/vulnerabilities?accepted=false`,
  );
  expect(open).toEqual([]);
  app.network.set('10.0.0.1', {
    services: [service(80, { ...php, ...found('php:php', '8.4.1') })],
    scanned_ports: [80],
  });
  await app.runTask(template);
  expect(await app.request(200, 'GET', `/hosts/${host}/vulnerabilities`)).toEqual([]);
});

it('of a system is decided by the newer one of the feed and the built-in table', async () => {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.2');
  await app.importPackages(host, { openssl: '3.0.1' });
  const stateOf = async (feed: object) => {
    await app.request(200, 'PUT', '/feeds/eol', feed);
    return (
      await app.request<{ coverage: { packages: { support: object } } }>(
        200,
        'GET',
        `/hosts/${host}`,
      )
    ).coverage.packages.support;
  };
  const debian = (generated: string, end: string) => ({
    generated_at: `${generated}T00:00:00+00:00`,
    result: [
      {
        name: 'debian',
        category: 'os',
        releases: [{ name: '12', isEol: true, eolFrom: '2025-01-01', isEoes: true, eoesFrom: end }],
      },
    ],
  });
  expect(await stateOf(debian('2026-01-01', '2026-01-31'))).toMatchObject({ until: '2028-06-30' });
  expect(await stateOf(debian('2026-09-01', '2026-02-02'))).toMatchObject({
    state: 'end_of_life',
    until: '2026-02-02',
  });
});
