import { registerAgent } from './agents.js';
import { followLink, visit } from './visit.js';
import { openWholeConsole, type WholeConsole } from './whole-console.js';
import { service } from './services.js';

/** The whole console with a scanned port and an agent too, and without a sign-in. */
export interface ConsoleOfRoles extends WholeConsole {
  /** Signs in with this role. */
  signIn: (role?: 'viewer' | 'operator' | 'admin') => Promise<void>;
  /** Opens a screen, and waits until it is there. */
  go: (path: string) => Promise<void>;
}

/** Opens it. */
export async function openConsoleOfRoles(): Promise<ConsoleOfRoles> {
  const app = await openWholeConsole({ role: null });
  const { page, origin, link, network, call } = app;
  const { body } = await call('GET', '/hosts?q=198.51.100.201');
  const [host] = (body as { data: { id: number }[] }).data;
  const ssh = { service: 'ssh', product: 'OpenSSH', banner: 'SSH-2.0-OpenSSH_9.2p1' };
  network.set('198.51.100.201', { services: [service(22, ssh)] });
  await app.runTask(await app.addTemplate('pentest', [host?.id ?? 0]));
  registerAgent(app, host?.id ?? 0);
  return {
    ...app,
    screens: [...app.screens.filter((path) => path !== 'no/such/page'), 'tasks/4'],
    signIn: async (role) => {
      await followLink(page, link(role), `${origin}/ui/`);
      await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
    },
    go: (path) => visit(page, path),
  };
}
