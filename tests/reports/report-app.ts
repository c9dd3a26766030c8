import { z } from 'zod';
import { createImports } from '../../src/inventory/imports.statements.js';
import { importResult } from '../../src/inventory/inventory.type.js';
import { isInRanges } from '../../src/pentest/address-ranges.js';
import type { CheckResult } from '../../src/pentest/checks/check.js';
import type { FoundService } from '../../src/pentest/service.js';
import type { HostResult, TaskType } from '../../src/tasks/task-type.js';
import { service } from '../support/services.js';
import {
  heldClock,
  parseRanges,
  testApp,
  type TestApp,
  type TestAppOptions,
} from '../support/app.js';

/** The result of a scan of one host. */
export interface ScanResult {
  services: FoundService[];
  checks?: CheckResult[];
  /** default: 22, 80, 443 */
  scanned_ports?: number[];
  /** default: none */
  silent_ports?: number[];
}
type SimulatedScan = ScanResult | Promise<ScanResult> | 'unreachable' | 'waits';

interface WireEntry {
  vulnerability_id: string;
  host_id: number;
  ip: string;
  package: string | null;
  port: number | null;
  cause: string | null;
  why: string;
  changes?: string[];
  evidence: { before: Record<string, unknown> | null; after: Record<string, unknown> | null };
}
export interface WireDiff {
  task_id: number;
  base_task_id: number | null;
  new: WireEntry[];
  fixed: WireEntry[];
  changed: WireEntry[];
  unchanged_count: number;
  not_compared: { host_id: number; ip: string; reason: string; ports: string | null }[];
  summary: Record<string, number> & {
    by_severity: Record<string, { new: number; fixed: number; open: number }>;
  };
  services: Record<
    'opened' | 'closed' | 'changed',
    { port: number; baseline: 'host' | 'port' | null }[]
  >;
}

export interface ReportApp extends TestApp {
  /** the result of the next scan of an IP address; default: unreachable */
  network: Map<string, SimulatedScan>;
  addHost: (ip: string) => Promise<number>;
  /** imports the Debian tracker's records: package → CVE → fixed version, or null */
  importFeed: (records: Record<string, Record<string, string | null>>) => Promise<void>;
  /** imports a package list of a Debian 12 host: source → version, each with a package of the same name */
  importPackages: (hostId: number, versions: Record<string, string>) => Promise<void>;
  addTemplate: (type: 'pentest' | 'inventory', hosts: number[]) => Promise<number>;
  /** Runs a task of a template to its end. Returns the id of the task. */
  runTask: (templateId: number) => Promise<number>;
  startTask: (templateId: number) => Promise<number>;
  waitForTask: (taskId: number) => Promise<void>;
  getDiffs: (templateId: number) => Promise<WireDiff[]>;
  /** Sends a request and returns `data` of the response. Throws unless the response has this status. */
  request: <T>(status: number, method: string, url: string, body?: unknown) => Promise<T>;
}

/** os-release of a Debian 12 host */
export const OS =
  'NAME="Debian GNU/Linux"\nID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n' +
  'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n';

/** Starts the service with its inventories, feeds and matching. Only the network of its scans is simulated. */
export const createReportApp = (): Promise<ReportApp> => openReportApp(testApp);

/** The same in a service that `open` opens, such as one with a browser. */
export async function openReportApp<T extends TestApp>(
  open: (options: TestAppOptions) => Promise<T>,
  clock = heldClock(),
): Promise<T & ReportApp> {
  const network = new Map<string, SimulatedScan>();
  let importOf: ((hostId: number, taskId: number) => HostResult) | null = null;
  const types: TaskType[] = [
    createScanType(network),
    {
      name: 'inventory',
      params: z.strictObject({ imported: z.literal(true) }),
      hostConcurrency: () => 1,
      run: async (host, job) => {
        if (network.get(host.ip) === 'unreachable')
          return {
            outcome: 'agent_offline',
            reason: 'agent_offline',
            detail: 'The agent is offline.',
          };
        return (
          importOf?.(host.host_id, job.task_id) ?? { outcome: 'failed', reason: null, detail: null }
        );
      },
    },
  ];
  const app = await open({ types, clock });
  const imports = createImports(app.ctx.database.sqlite);
  importOf = (hostId, taskId) => importResult(imports, hostId, taskId);
  const request: ReportApp['request'] = async <T>(
    status: number,
    method: string,
    url: string,
    body?: unknown,
  ) => {
    const response = await app.call(method, url, body);
    if (response.status !== status)
      throw new Error(`${method} ${url}: ${response.status} ${response.text}`);
    return (response.body as { data: T } | undefined)?.data as T;
  };
  const waitForTask = async (taskId: number): Promise<void> => {
    await app.ctx.engine.idle();
    const task = await request<{ status: string }>(200, 'GET', `/api/v1/tasks/${taskId}`);
    if (task.status === 'working') throw new Error(`Task ${taskId} is still running`);
  };
  const startTask = async (templateId: number): Promise<number> => {
    clock.advance(3600);
    return (await request<{ id: number }>(201, 'POST', `/api/v1/templates/${templateId}`)).id;
  };
  return {
    ...app,
    network,
    request,
    startTask,
    waitForTask,
    addHost: async (ip) =>
      (
        await request<{ created: { id: number }[] }>(201, 'POST', '/hosts', [
          { current_ip: ip, hostname: `host ${ip}` },
        ])
      ).created[0]?.id ?? 0,
    importFeed: async (records) => {
      await request(200, 'PUT', '/feeds/debian-tracker', trackerFile(records));
    },
    importPackages: async (hostId, versions) => {
      clock.advance(60);
      const dpkg = Object.entries(versions)
        .map(([name, version]) => `${name}\t${version}\tamd64\t${name}\t${version}\tii \t100\n`)
        .join('');
      await request(200, 'PUT', `/hosts/${hostId}/inventory`, {
        sections: { 'os-release': OS, dpkg },
      });
    },
    addTemplate: async (type, hosts) =>
      (
        await request<{ id: number }>(201, 'POST', '/api/v1/templates', {
          name: `${type} of all`,
          shares_name: true,
          type,
          hosts,
          ...(type === 'inventory' && { params: { imported: true } }),
          enabled: false,
        })
      ).id,
    runTask: async (templateId) => {
      const id = await startTask(templateId);
      await waitForTask(id);
      return id;
    },
    getDiffs: (templateId) => request(200, 'GET', `/api/v1/templates/${templateId}/diff`),
  };
}

const PARAMS = z.strictObject({
  ports: z.array(z.string()).optional(),
  ranges: z.array(z.string()).optional(),
});

function createScanType(network: Map<string, SimulatedScan>): TaskType {
  return {
    name: 'pentest',
    params: z.union([z.null(), PARAMS]),
    hostConcurrency: () => 1,
    run: async (host, job) => {
      const scan = (await network.get(host.ip)) ?? 'unreachable';
      if (scan === 'waits')
        await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
      if (typeof scan === 'string') {
        const { ranges = [] } = (job.params ?? {}) as z.infer<typeof PARAMS>;
        return {
          outcome: 'unreachable',
          reason: 'no_answer',
          detail: 'The host did not answer.',
          is_in_range: isInRanges(host.ip, parseRanges(ranges)),
        };
      }
      const { services, checks = [], scanned_ports = [22, 80, 443], silent_ports = [] } = scan;
      return {
        outcome: 'done',
        reason: null,
        detail: null,
        scan: {
          services: services.filter((s) => scanned_ports.includes(s.port)),
          checks,
          scanned_ports,
          silent_ports,
        },
      };
    },
  };
}

function trackerFile(records: Record<string, Record<string, string | null>>): string {
  const release = (fixed: string | null) =>
    fixed === null
      ? { status: 'open', repositories: {}, urgency: 'not yet assigned' }
      : { status: 'resolved', repositories: {}, fixed_version: fixed, urgency: 'high' };
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(records).map(([name, cves]) => [
        name,
        Object.fromEntries(
          Object.entries(cves).map(([cve, fixed]) => [
            cve,
            {
              description: `A flaw in ${name}`,
              scope: 'remote',
              releases: { bookworm: release(fixed) },
            },
          ]),
        ),
      ]),
    ),
  );
}

/** Returns an NVD file with one record that affects all versions of a product. @param product `vendor:product` */
export const nvdFile = (id: string, product: string) => ({
  resultsPerPage: 1,
  startIndex: 0,
  totalResults: 1,
  format: 'NVD_CVE',
  version: '2.0',
  timestamp: '2026-01-01T00:00:00.000',
  vulnerabilities: [
    {
      cve: {
        id,
        published: '2026-01-01T00:00:00.000',
        lastModified: '2026-01-01T00:00:00.000',
        vulnStatus: 'Analyzed',
        descriptions: [{ lang: 'en', value: 'A flaw' }],
        metrics: {},
        references: [],
        configurations: [
          {
            nodes: [
              {
                operator: 'OR',
                negate: false,
                cpeMatch: [
                  {
                    vulnerable: true,
                    criteria: `cpe:2.3:a:${product}:*:*:*:*:*:*:*:*`,
                    matchCriteriaId: '00000000-0000-0000-0000-000000000000',
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ],
});

/** Returns `CVE-1 ssl target` of each entry, sorted. */
const summarizeEntries = (entries: readonly WireEntry[]): string[] =>
  entries
    .map((e) => [e.vulnerability_id, e.package ?? e.port, e.cause, ...(e.changes ?? [])].join(' '))
    .sort();

/** Returns the entries and counts of a diff in a form that is short to compare. */
export const summarize = (d: WireDiff | undefined) => ({
  new: summarizeEntries(d?.new ?? []),
  fixed: summarizeEntries(d?.fixed ?? []),
  changed: summarizeEntries(d?.changed ?? []),
  unchanged: d?.unchanged_count,
  not_compared: d?.not_compared.map(
    (n) => `${n.ip} ${n.reason}${n.ports === null ? '' : ` ${n.ports}`}`,
  ),
});

export const EMPTY_DIFF = { new: [], fixed: [], changed: [], unchanged: 0, not_compared: [] };

/** Returns the summary of the diff of the newest task. */
export const lastDiff = async (app: ReportApp, template: number) =>
  summarize((await app.getDiffs(template)).at(-1));

/** Packages with two CVEs and one CVE, and their fixed versions. */
export const FIXES = {
  openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-2': null },
  bash: { 'CVE-2024-3': '5.2' },
};
export const OLD_PACKAGES = { openssl: '3.0.1', bash: '5.1' };

/** Starts with a host that has OLD_PACKAGES, inventoried once with the data of FIXES. */
export async function setUpInventory(): Promise<{
  app: ReportApp;
  host: number;
  template: number;
}> {
  const app = await createReportApp();
  await app.importFeed(FIXES);
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  await app.importPackages(host, OLD_PACKAGES);
  await app.runTask(template);
  return { app, host, template };
}

/** OpenSSH of Debian 12 with its default banner. */
export const OPENSSH = service(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u2',
  cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
  banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2',
});
