import type { Page, Request } from 'playwright-core';
import { SshError } from '../../src/platform/ssh/ssh-error.js';
import { registerAgent } from './agents.js';
import { openConsoleWithTasks, type ConsoleWithTasks } from './console-tasks.js';
import type { ConsoleOptions } from './console.js';
import { service } from './services.js';

/** Paths of all screens, with the ids of the data of `openFullConsole`. */
export const EVERY_SCREEN = [
  '',
  'hosts',
  'hosts/1',
  ...['findings', 'ports', 'packages', 'changes', 'timeline', 'agent', 'tasks'].map(
    (tab) => `hosts/1?tab=${tab}`,
  ),
  'findings',
  'findings?view=actions',
  'findings?view=hosts',
  'vulnerabilities/CVE-2024-0002',
  'acceptances',
  'templates',
  'templates/new',
  'templates/1',
  'templates/1/edit',
  'calendar',
  'tasks',
  'tasks/1',
  'tasks/4',
  'agents',
  'agents?view=without',
  'agents?view=operations',
  'agents/batches/1',
  'settings',
  'settings/access',
  'settings/access?view=sessions',
  'settings/feeds',
  'settings/groups',
  'settings/groups/1',
  'settings/notifications',
  'settings/notifications?view=rules',
  'settings/notifications?view=deliveries',
  'settings/about',
  'audit',
] as const;

const HOST = { ip: '192.0.2.1', banner: 'SSH-2.0-OpenSSH_9.2p1' };

/** Opens a console, without a sign-in, that has something to show on every screen. */
export async function openFullConsole(options: ConsoleOptions = {}): Promise<ConsoleWithTasks> {
  const console = await openConsoleWithTasks({
    role: null,
    env: { PUBLIC_URL: 'http://127.0.0.1' },
    operations: { connectHost: () => Promise.reject(new SshError('auth_failed', 'Denied')) },
    ...options,
  });
  const { request, hosts, network } = console;
  const [host = 0] = hosts;
  const found = service(22, { service: 'ssh', product: 'OpenSSH', banner: HOST.banner });
  network.set(HOST.ip, { services: [found] });
  await console.runTask(await console.addTemplate('pentest', hosts));
  await request(201, 'POST', '/groups', { name: 'production', host_ids: hosts });
  await request(201, 'POST', '/acceptances', {
    vulnerability_id: 'CVE-2024-0002',
    reason: 'Reachable from the office only',
    all_hosts: true,
    all_places: true,
  });
  await request(201, 'POST', '/tokens', { name: 'dashboard', role: 'viewer' });
  await request(201, 'POST', '/notification-channels', {
    name: 'chat',
    type: 'webhook',
    url: 'https://chat.example.org/hooks/1',
  });
  const rule = { channel_id: 1, events: ['finding.new'] };
  await request(201, 'POST', '/notification-rules', rule);
  const login = { name: 'lab', type: 'ssh_password', username: 'root', password: 'secret' };
  await request(201, 'POST', '/credentials', login);
  const batch = { action: 'install', host_ids: hosts.slice(1), credential_id: 1, dry_run: true };
  await request(202, 'POST', '/agent-operations', batch);
  registerAgent(console, host);
  return console;
}

/** Opens screens within the page, without loading it again. */
export interface Walk {
  /** Opens a screen, and waits for its requests. */
  go: (path: string) => Promise<void>;
  /** Waits until the page requests nothing. */
  settle: () => Promise<void>;
}

const QUIET_MS = 60;

/** Creates it for a page that shows the console. */
export function createWalk(page: Page, origin: string): Walk {
  const running = new Set<Request>();
  let lastMs = 0;
  const end = (request: Request): void => {
    running.delete(request);
    lastMs = performance.now();
  };
  page.on('request', (request) => running.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const settle = async (): Promise<void> => {
    do await page.waitForTimeout(QUIET_MS / 2);
    while (running.size > 0 || performance.now() - lastMs < QUIET_MS);
  };
  return {
    settle,
    go: async (path) => {
      const url = JSON.stringify(`${origin}/ui/${path}`);
      lastMs = performance.now();
      await page.evaluate(
        `history.pushState(null, '', ${url}), dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.locator('main h1').first().waitFor();
      await settle();
    },
  };
}
