import { expect, it } from 'vitest';
import { auditedRoute } from '../../src/audit/audited-routes.js';
import type { TaskType } from '../../src/tasks/task-type.js';
import { ADMIN, fakeType } from '../support/app.js';
import { readOpenApi } from '../support/openapi.js';
import { setUpAcceptances } from '../vulnerabilities/acceptances/setup.js';

interface Line {
  action: string;
  resource: string;
  resource_id: string | null;
  resource_name: string | null;
  changes: Record<string, [unknown, unknown]> | null;
  outcome: string;
  count: number;
}

/** A request, and the subject of its line. `field`: a changed one; null: it changes none that is stored. */
type Step = readonly [
  route: string,
  path: string,
  body: unknown,
  expected: readonly [id: string | null, name: string | null, field: string | null],
];

const V1 = '/api/v1';
const KEY = { type: 'ssh-ed25519', fingerprint_sha256: `SHA256:${'A'.repeat(43)}` };
const CERTIFICATE = { fingerprint_sha256: 'ab'.repeat(32) };
const TEMPLATE = { type: 'pentest', hosts: [1], enabled: false };
const SCHEDULE = { type: 3, recurrence: 1 };
const ACCEPTED = { reason: 'Known', host_id: 1, package: 'a' };
const VEX = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example Inc.',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements: [
    {
      vulnerability: { name: 'CVE-2024-2' },
      products: [{ '@id': 'pkg:deb/debian/b@1?distro=debian-12' }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_present',
    },
  ],
};

const KEV_DATA = {
  catalogVersion: '2026.01.01',
  dateReleased: '2026-01-01T00:00:00.000Z',
  count: 1,
  vulnerabilities: [
    { cveID: 'CVE-2024-3', dateAdded: '2026-01-01', knownRansomwareCampaignUse: 'Unknown' },
  ],
};

/** Every changing route of the interface once, in an order in which each of them succeeds. */
const STEPS: readonly Step[] = [
  ['POST /hosts', '/hosts', [{ current_ip: '10.0.0.3' }], ['3', '10.0.0.3', 'ip']],
  ['POST /api/v1/hosts/', `${V1}/hosts/`, [{ ip: '10.0.0.4' }], ['4', '10.0.0.4', 'ip']],
  ['PUT /hosts/{id}', '/hosts/1', { hostname: 'web' }, ['1', 'web', 'name']],
  ['PUT /api/v1/hosts/{id}', `${V1}/hosts/1`, { name: 'www' }, ['1', 'www', 'name']],
  [
    'PUT /hosts/{id}/inventory',
    '/hosts/3/inventory',
    { sections: { hostname: 'h', dpkg: 'a\t1\tamd64\ta\t1\tii \t1\n' } },
    ['3', '10.0.0.3', 'packages_count'],
  ],
  ['PUT /hosts/{id}/ssh-host-key', '/hosts/1/ssh-host-key', KEY, ['1', 'www', 'keys']],
  ['DELETE /hosts/{id}/ssh-host-key', '/hosts/1/ssh-host-key', undefined, ['1', 'www', 'keys']],
  [
    'PUT /hosts/{id}/winrm-certificate',
    '/hosts/1/winrm-certificate',
    CERTIFICATE,
    ['1', 'www', 'keys'],
  ],
  [
    'DELETE /hosts/{id}/winrm-certificate',
    '/hosts/1/winrm-certificate',
    undefined,
    ['1', 'www', 'keys'],
  ],
  ['POST /groups', '/groups', { name: 'lab', host_ids: [1] }, ['1', 'lab', 'name']],
  ['PUT /groups/{id}', '/groups/1', { description: 'x' }, ['1', 'lab', 'description']],
  ['PATCH /groups/{id}', '/groups/1', { name: 'labs' }, ['1', 'labs', 'name']],
  ['PUT /groups/{id}/hosts/{host_id}', '/groups/1/hosts/2', undefined, ['1', 'labs', 'host_ids']],
  [
    'DELETE /groups/{id}/hosts/{host_id}',
    '/groups/1/hosts/2',
    undefined,
    ['1', 'labs', 'host_ids'],
  ],
  [
    'PUT /groups/{id}/hosts',
    '/groups/1/hosts',
    { filter: { current_ip: '10.0.0.2' }, expected: 1 },
    ['1', 'labs', 'host_ids'],
  ],
  [
    'DELETE /groups/{id}/hosts',
    '/groups/1/hosts',
    { filter: { current_ip: '10.0.0.2' }, expected: 1 },
    ['1', 'labs', 'host_ids'],
  ],
  [
    'POST /credentials',
    '/credentials',
    { name: 'root', type: 'ssh_password', username: 'root', password: 'secret' },
    ['1', 'root', 'name'],
  ],
  ['PUT /credentials/{id}', '/credentials/1', { password: 'other' }, ['1', 'root', 'secret']],
  ['POST /credentials/{id}/test', '/credentials/1/test', { host_id: 1 }, ['1', 'root', null]],
  [
    'POST /hosts/{id}/agent',
    '/hosts/1/agent',
    { action: 'install', os_family: 'linux', credential_id: 1 },
    ['1', 'www', 'operation_id'],
  ],
  [
    'POST /agent-operations',
    '/agent-operations',
    { action: 'uninstall', credential_id: 1, host_ids: [2] },
    ['1', null, 'action'],
  ],
  [
    'POST /api/v1/templates/',
    `${V1}/templates/`,
    { ...TEMPLATE, name: 'nightly', schedule: SCHEDULE },
    ['1', 'nightly', 'name'],
  ],
  ['PUT /api/v1/templates/{id}', `${V1}/templates/1`, { hosts: [2] }, ['1', 'nightly', 'hosts']],
  [
    'PATCH /api/v1/templates/{id}',
    `${V1}/templates/1`,
    { add_hosts: [1] },
    ['1', 'nightly', 'hosts'],
  ],
  [
    'PATCH /api/v1/templates/',
    `${V1}/templates/`,
    { templates_id: 1, enable: false },
    ['1', 'nightly', 'schedule'],
  ],
  ['POST /api/v1/templates/{id}', `${V1}/templates/1`, undefined, ['1', 'nightly', 'task_id']],
  [
    'POST /api/v1/tasks/{id}/stop',
    `${V1}/tasks/1/stop`,
    undefined,
    ['1', 'TASK-00001', 'stop_requested'],
  ],
  ['DELETE /api/v1/tasks/{id}', `${V1}/tasks/1`, undefined, ['1', 'TASK-00001', 'task_id']],
  ['DELETE /api/v1/templates/{id}', `${V1}/templates/1`, undefined, ['1', 'nightly', 'name']],
  [
    'POST /acceptances',
    '/acceptances',
    { ...ACCEPTED, vulnerability_id: 'CVE-2024-1' },
    ['1', 'CVE-2024-1', 'reason'],
  ],
  [
    'PUT /acceptances/{id}',
    '/acceptances/1',
    { reason: 'Other', until: 1_800_000_000 },
    ['1', 'CVE-2024-1', 'reason'],
  ],
  ['DELETE /acceptances/{id}', '/acceptances/2', undefined, ['2', 'CVE-2024-1', 'ended_at']],
  [
    'POST /vulnerabilities/{id}/acceptances',
    '/vulnerabilities/CVE-2024-1/acceptances',
    ACCEPTED,
    ['3', 'CVE-2024-1', 'reason'],
  ],
  [
    'DELETE /vulnerabilities/{id}/acceptances/{acceptance_id}',
    '/vulnerabilities/CVE-2024-1/acceptances/3',
    undefined,
    ['3', 'CVE-2024-1', 'ended_at'],
  ],
  [
    'POST /acceptances/bulk',
    '/acceptances/bulk',
    { filter: { q: 'CVE-2024-1' }, expected: 1, reason: 'Known' },
    ['4', 'CVE-2024-1', 'reason'],
  ],
  ['POST /vex', '/vex', VEX, [null, null, 'vulnerability_id']],
  [
    'DELETE /vex',
    '/vex?source=https://example.org/vex/1',
    undefined,
    ['https://example.org/vex/1', null, 'acceptances'],
  ],
  ['PUT /feeds/{name}', '/feeds/kev', KEV_DATA, ['kev', null, null]], // in another database
  ['POST /feeds/{name}/update', '/feeds/epss/update', undefined, ['epss', null, null]],
  ['DELETE /feeds/{name}', '/feeds/kev', undefined, ['kev', null, null]],
  [
    'POST /notification-channels',
    '/notification-channels',
    { name: 'ops', type: 'webhook', format: 'json', url: 'http://127.0.0.1:1/' },
    ['1', 'ops', 'name'],
  ],
  [
    'PUT /notification-channels/{id}',
    '/notification-channels/1',
    { enabled: false },
    ['1', 'ops', 'enabled'],
  ],
  [
    'POST /notification-channels/{id}/test',
    '/notification-channels/1/test',
    undefined,
    ['1', 'ops', null],
  ],
  [
    'POST /notification-rules',
    '/notification-rules',
    { channel_id: 1, events: ['task.failed'] },
    ['1', 'ops', 'events'],
  ],
  [
    'PUT /notification-rules/{id}',
    '/notification-rules/1',
    { events: ['feed.stale'] },
    ['1', 'ops', 'events'],
  ],
  ['DELETE /notification-rules/{id}', '/notification-rules/1', undefined, ['1', 'ops', 'events']],
  [
    'DELETE /notification-channels/{id}',
    '/notification-channels/1',
    undefined,
    ['1', 'ops', 'name'],
  ],
  ['POST /tokens', '/tokens', { name: 'screen', role: 'viewer' }, ['2', 'screen', 'name']],
  ['DELETE /tokens/{id}', '/tokens/2', undefined, ['2', 'screen', 'name']],
  ['POST /session/codes', '/session/codes', {}, [null, null, null]], // a code is not stored
  ['DELETE /groups/{id}', '/groups/1', undefined, ['1', 'labs', 'name']],
  ['DELETE /groups', '/groups', { ids: [2] }, ['2', 'second', 'name']],
  ['DELETE /api/v1/templates', `${V1}/templates`, { id: [2] }, ['2', 'other', 'name']],
  ['DELETE /hosts/{id}', '/hosts/3', undefined, ['3', '10.0.0.3', 'ip']],
  ['DELETE /api/v1/hosts/{id}', `${V1}/hosts/4`, undefined, ['4', '10.0.0.4', 'ip']],
  ['DELETE /hosts', '/hosts', { ids: [5] }, ['5', 'five', 'ip']],
  ['DELETE /api/v1/hosts/', `${V1}/hosts/`, { ids: [6] }, ['6', 'six', 'ip']],
  ['DELETE /credentials/{id}', '/credentials/2', undefined, ['2', 'unused', 'name']],
];

/** Resources that other steps delete. They are stored before the steps that need their ids. */
const BEFORE: Readonly<Record<string, readonly [path: string, body: unknown]>> = {
  'DELETE /groups': ['/groups', { name: 'second' }],
  'DELETE /api/v1/templates': [`${V1}/templates/`, { ...TEMPLATE, name: 'other' }],
  'DELETE /hosts': [
    '/hosts',
    [
      { current_ip: '10.0.0.5', hostname: 'five' },
      { current_ip: '10.0.0.6', hostname: 'six' },
    ],
  ],
  'DELETE /credentials/{id}': [
    '/credentials',
    { name: 'unused', type: 'ssh_password', username: 'u', password: 'p' },
  ],
};

/** Routes with a cookie instead of a token; the next test has them. */
const OF_SESSIONS = ['POST /session', 'DELETE /session', 'DELETE /sessions/{id}'];

/** A task that runs until it is stopped. */
const ENDLESS: TaskType = {
  ...fakeType(),
  run: (_host, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve({ outcome: 'stopped', reason: 'stopped', detail: null });
      });
    }),
};

async function setUp() {
  const app = await setUpAcceptances({ types: [ENDLESS] });
  const newest = async (): Promise<Line> => {
    const { body } = await app.call('GET', '/audit?limit=1');
    return (body as { data: Line[] }).data[0] as Line;
  };
  return { ...app, newest };
}

it('each changing route leaves a line with the id, the name and the change of its resource', async () => {
  const app = await setUp();
  const { paths } = (await readOpenApi(app)) as { paths: Record<string, object> };
  const routes = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/v2/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .filter((route) => {
      const [method = '', path = ''] = route.split(' ');
      return auditedRoute(method, path.replace(/\{(\w+)\}/g, ':$1')) !== null;
    });
  expect([...STEPS.map(([route]) => route), ...OF_SESSIONS].sort()).toEqual(routes.sort());
  const wrong: unknown[] = [];
  for (const [route, path, body, [id, name, field]] of STEPS) {
    const made = BEFORE[route];
    if (made) await app.call('POST', ...made);
    const [method = ''] = route.split(' ');
    const { status, text } = await app.call(method, path, body);
    if (route.endsWith('/stop')) await app.ctx.engine.idle();
    const line = await app.newest();
    const got = [line.resource_id, line.resource_name];
    const isChanged = field === null ? true : line.changes?.[field] !== undefined;
    const isRight = JSON.stringify(got) === JSON.stringify([id, name]) && isChanged;
    if (status >= 300 || !isRight || line.count !== 1) wrong.push({ route, status, text, line });
  }
  expect(wrong).toEqual([]);
}, 60_000);

it('a session that is ended has its id in the line', async () => {
  const app = await setUp();
  const { headers, body } = await app.call('POST', '/session', { token: ADMIN });
  expect(await app.newest()).toMatchObject({ action: 'create', resource_id: '1', count: 1 });
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const { header } = (body as { data: { header: string } }).data;
  const options = { token: null, headers: { cookie, 'hostwarden-session': header } };
  expect((await app.call('DELETE', '/session', undefined, options)).status).toBe(204);
  expect(await app.newest()).toMatchObject({
    action: 'delete',
    resource: 'session',
    resource_id: '1',
    changes: { role: ['admin', null] },
  });
  await app.call('POST', '/session', { token: ADMIN });
  await app.call('DELETE', '/sessions/2');
  expect(await app.newest()).toMatchObject({ action: 'delete', resource_id: '2' });
});

it('an address of a range that a person adds is created with its id', async () => {
  const app = await setUp();
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.8', unanswered: true }]);
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.8', hostname: 'printer' }]);
  expect(await app.newest()).toMatchObject({
    action: 'create',
    resource_id: '3',
    resource_name: 'printer',
    count: 1,
  });
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.9', unanswered: true }]);
  await app.call('POST', '/hosts', [{ current_ip: '10.0.0.9' }, { current_ip: '10.0.0.10' }]);
  expect(await app.newest()).toMatchObject({ changes: { ids: [null, '4-5'] }, count: 2 });
});
