import { SshError } from '../../src/platform/ssh/ssh-error.js';
import { waitForAnswers } from './visit.js';
import { pathsOf } from './screen-paths.js';
import { openConsoleWithTasks, type ConsoleWithTasks } from './console-tasks.js';
import type { ConsoleOptions } from './console.js';

/** A console with something on every screen. */
export interface WholeConsole extends ConsoleWithTasks {
  /** an address of each screen, with its tabs and views */
  screens: readonly string[];
}

const LONG_NAME = 'an-unusually-long-host-name.of-a-department.example.org';
const HOSTS = [
  { current_ip: '198.51.100.201', hostname: LONG_NAME },
  { current_ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
  { current_ip: '198.51.100.203', hostname: 'db-1' },
  { current_ip: '198.51.100.204', hostname: 'db-2' },
];
const PACKAGES = { openssl: '3.0.11-1~deb12u1', curl: '7.88.1-10', 'a-library-of-long-name': '1' };

/** Opens it: hosts with and without findings, tasks, an acceptance, a batch that failed, and one of each setting. */
export async function openWholeConsole(options: ConsoleOptions = {}): Promise<WholeConsole> {
  const connectHost = () => Promise.reject(new SshError('auth_failed', 'Permission denied'));
  const app = await openConsoleWithTasks({
    env: { PUBLIC_URL: 'http://127.0.0.1', ...options.env },
    operations: { connectHost },
    ...options,
  });
  const { request, template } = app;
  const { created } = await request<{ created: { id: number }[] }>(201, 'POST', '/hosts', HOSTS);
  const [long = 0, , db = 0] = created.map(({ id }) => id);
  await app.importPackages(long, PACKAGES);
  const { id: group } = await request<{ id: number }>(201, 'POST', '/groups', {
    name: 'production',
    host_ids: [long, db],
  });
  await request(201, 'POST', '/vulnerabilities/CVE-2024-0003/acceptances', {
    host_id: long,
    reason: 'Not reachable',
  });
  await addSettings(app);
  await request(202, 'POST', '/agent-operations', {
    action: 'install',
    host_ids: [db],
    credential_id: 1,
    dry_run: true,
  });
  await app.open('');
  await waitForAnswers(app.page);
  const vulnerability = 'CVE-2024-0003';
  const ids = { host: long, group, template, task: 3, base: 1, batch: 1, vulnerability };
  return { ...app, screens: [...pathsOf(ids), 'no/such/page'] };
}

/** Opens it with a host whose findings were fixed, and addresses where no host answered. */
export async function openMixedFleet(): Promise<WholeConsole> {
  const app = await openWholeConsole();
  const { ctx, addHost, importPackages } = app;
  const fixed = await addHost('192.0.2.20');
  await importPackages(fixed, { curl: '7.88.1-10' });
  await importPackages(fixed, { curl: '7.88.1-10+deb12u5' });
  for (const ip of ['192.0.2.30', '192.0.2.31']) await addHost(ip);
  ctx.database.sqlite
    .prepare("UPDATE hosts SET unanswered = 1 WHERE ip IN ('192.0.2.30', '192.0.2.31')")
    .run();
  await app.open('');
  await waitForAnswers(app.page);
  return app;
}

async function addSettings({ request }: ConsoleWithTasks): Promise<void> {
  await request(201, 'POST', '/credentials', {
    name: 'lab',
    type: 'ssh_password',
    username: 'root',
    password: 'secret',
  });
  await request(201, 'POST', '/tokens', { name: 'dashboard', role: 'viewer' });
  const { id } = await request<{ id: number }>(201, 'POST', '/notification-channels', {
    name: 'ops chat',
    type: 'webhook',
    format: 'json',
    url: 'http://127.0.0.1:1/hooks/of/a/long/address/that/is/not/cut',
  });
  await request(201, 'POST', '/notification-rules', {
    channel_id: id,
    events: ['finding.new'],
    severity: null,
    group_ids: [],
    digest: null,
  });
}
