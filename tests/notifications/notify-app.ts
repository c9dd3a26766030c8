import { createReportApp, FIXES, OLD_PACKAGES, type ReportApp } from '../reports/report-app.js';

interface WireDelivery {
  id: number;
  channel_id: number;
  rule_id: number | null;
  event: string;
  task_id: number | null;
  state: 'pending' | 'sent' | 'failed';
  attempts: number;
  next_attempt_at: number | null;
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
}

export interface NotifyApp extends ReportApp {
  addChannel: (channel: object) => Promise<number>;
  addRule: (rule: object) => Promise<number>;
  deliveries: (query?: string) => Promise<WireDelivery[]>;
  /** Resolves when a delivery is in this state. */
  settled: (state: WireDelivery['state'], count?: number) => Promise<WireDelivery[]>;
}

const POLL_MS = 20;
const LIMIT_MS = 10_000;

/** Starts the service with helpers for channels and rules. */
export async function createNotifyApp(): Promise<NotifyApp> {
  const app = await createReportApp();
  const create = async (path: string, body: object): Promise<number> =>
    (await app.request<{ id: number }>(201, 'POST', path, body)).id;
  const deliveries = (query = ''): Promise<WireDelivery[]> =>
    app.request(200, 'GET', `/notification-deliveries?limit=1000${query}`);
  return {
    ...app,
    deliveries,
    addChannel: (channel) =>
      create('/notification-channels', { name: 'ops', type: 'webhook', ...channel }),
    addRule: (rule) => create('/notification-rules', { channel_id: 1, ...rule }),
    async settled(state, count = 1) {
      for (let ms = 0; ms < LIMIT_MS; ms += POLL_MS) {
        const found = (await deliveries()).filter((delivery) => delivery.state === state);
        if (found.length >= count) return found;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      throw new Error(`No ${count} deliveries are ${state}: ${JSON.stringify(await deliveries())}`);
    },
  };
}

/** Adds a host with outdated packages, and a template that reads its inventory. */
export async function addOutdatedHost(app: NotifyApp): Promise<{ host: number; template: number }> {
  await app.importFeed(FIXES);
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  await app.importPackages(host, OLD_PACKAGES);
  return { host, template };
}
