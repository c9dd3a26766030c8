import { z } from 'zod';
import { createImports, importResult } from '../../src/inventory/imports.js';
import type { CheckResult } from '../../src/pentest/checks/check.js';
import type { FoundService } from '../../src/pentest/service.js';
import type { HostResult, TaskType } from '../../src/tasks/task-type.js';
import { heldClock, testApp, type TestApp } from '../support/app.js';
import { service } from '../support/services.js';

export { service };

/** What a scan of an address finds, until told otherwise. */
export interface Scanned {
  services: FoundService[];
  checks?: CheckResult[];
  looked_at?: number[];
}
type Answer = Scanned | Promise<Scanned> | 'unreachable' | 'waits';

export interface WireEntry {
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
  services: Record<'opened' | 'closed' | 'changed', { port: number }[]>;
}

export interface ReportApp extends TestApp {
  /** what a scan of an address will find */
  network: Map<string, Answer>;
  host: (ip: string) => Promise<number>;
  /** loads the Debian tracker's records: package → CVE → fixed version, or null; `''`: unimportant */
  feed: (records: Record<string, Record<string, string | null>>) => Promise<void>;
  /** imports a package list of a Debian 12 host: source → version, each with a package of the same name */
  packages: (hostId: number, versions: Record<string, string>) => Promise<void>;
  template: (type: 'pentest' | 'inventory', hosts: number[]) => Promise<number>;
  /** runs a template to its end; gives the task's id */
  run: (templateId: number) => Promise<number>;
  start: (templateId: number) => Promise<number>;
  ended: (taskId: number) => Promise<void>;
  diff: (templateId: number) => Promise<WireDiff[]>;
  /** sends, and wants this status; gives `data` */
  want: <T>(status: number, method: string, url: string, body?: unknown) => Promise<T>;
}

/** os-release of the hosts here */
export const OS =
  'NAME="Debian GNU/Linux"\nID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n';

/** The real service with real inventories, feeds and judgements; only the network of its scans is made up. */
export async function reportApp(): Promise<ReportApp> {
  const network = new Map<string, Answer>();
  const clock = heldClock();
  let taken: ((hostId: number, taskId: number) => HostResult) | null = null;
  const types: TaskType[] = [
    scanning(network),
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
          taken?.(host.host_id, job.task_id) ?? { outcome: 'failed', reason: null, detail: null }
        );
      },
    },
  ];
  const app = await testApp({ types, clock });
  const imports = createImports(app.ctx.database.sqlite);
  taken = (hostId, taskId) => importResult(imports, hostId, taskId);
  const want: ReportApp['want'] = async <T>(
    status: number,
    method: string,
    url: string,
    body?: unknown,
  ) => {
    const answer = await app.call(method, url, body);
    if (answer.status !== status)
      throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
    return (answer.body as { data: T } | undefined)?.data as T;
  };
  const ended = async (taskId: number): Promise<void> => {
    await app.ctx.engine.idle();
    if (
      (await want<{ status: string }>(200, 'GET', `/api/v1/tasks/${taskId}`)).status === 'working'
    )
      throw new Error(`task ${taskId} still works`);
  };
  const start = async (templateId: number): Promise<number> => {
    clock.advance(3600);
    return (await want<{ id: number }>(201, 'POST', `/api/v1/templates/${templateId}`)).id;
  };
  return {
    ...app,
    network,
    want,
    start,
    ended,
    host: async (ip) =>
      (
        await want<{ created: { id: number }[] }>(201, 'POST', '/hosts', [
          { current_ip: ip, hostname: `host ${ip}` },
        ])
      ).created[0]?.id ?? 0,
    feed: async (records) => {
      await want(200, 'PUT', '/feeds/debian-tracker', trackerFile(records));
    },
    packages: async (hostId, versions) => {
      clock.advance(60);
      const dpkg = Object.entries(versions)
        .map(([name, version]) => `${name}\t${version}\tamd64\t${name}\t${version}\tii \t100\n`)
        .join('');
      await want(200, 'PUT', `/hosts/${hostId}/inventory`, {
        sections: { 'os-release': OS, dpkg },
      });
    },
    template: async (type, hosts) =>
      (
        await want<{ id: number }>(201, 'POST', '/api/v1/templates', {
          name: `${type} of all`,
          type,
          hosts,
          ...(type === 'inventory' && { params: { imported: true } }),
          enabled: false,
        })
      ).id,
    run: async (templateId) => {
      const id = await start(templateId);
      await ended(id);
      return id;
    },
    diff: (templateId) => want(200, 'GET', `/api/v1/templates/${templateId}/diff`),
  };
}

function scanning(network: Map<string, Answer>): TaskType {
  return {
    name: 'pentest',
    params: z.union([z.null(), z.strictObject({ ports: z.array(z.string()).optional() })]),
    hostConcurrency: () => 1,
    run: async (host, job) => {
      const answer = (await network.get(host.ip)) ?? 'unreachable';
      if (answer === 'waits')
        await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
      if (typeof answer === 'string')
        return { outcome: 'unreachable', reason: 'no_answer', detail: 'The host did not answer.' };
      const { services, checks = [], looked_at = [22, 80, 443] } = answer;
      return {
        outcome: 'done',
        reason: null,
        detail: null,
        scan: { services: services.filter((s) => looked_at.includes(s.port)), checks, looked_at },
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

/** NVD's file of one record about all versions of a product. @param product `vendor:product` */
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

/** `CVE-1 ssl target`, sorted */
export const short = (entries: readonly WireEntry[]): string[] =>
  entries
    .map((e) => [e.vulnerability_id, e.package ?? e.port, e.cause, ...(e.changes ?? [])].join(' '))
    .sort();
/** What a diff comes to, for comparing with. */
export const told = (d: WireDiff | undefined) => ({
  new: short(d?.new ?? []),
  fixed: short(d?.fixed ?? []),
  changed: short(d?.changed ?? []),
  unchanged: d?.unchanged_count,
  not_compared: d?.not_compared.map(
    (n) => `${n.ip} ${n.reason}${n.ports === null ? '' : ` ${n.ports}`}`,
  ),
});
