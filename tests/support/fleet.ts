import type { FeedName, KnowledgeRecord } from '../../src/knowledge/records.js';
import type { Fact } from '../../src/vulnerabilities/facts.js';
import { testApp, type TestApp, type TestAppOptions } from './app.js';
import { storeFeed } from './stored-records.js';
import { debianReport, type Deb } from './reports.js';

/** A service with hosts, whose vulnerability database is filled directly. */
export interface TestFleet extends TestApp {
  /** adds a host and returns its id */
  addHost: (ip: string) => Promise<number>;
  /**
   * imports an inventory of these packages, ten seconds later (null: without a package list), for a host whose ports
   * were all closed in a scan
   */
  importInventory: (
    host: number,
    packages: readonly Deb[] | null,
    more?: Record<string, string>,
  ) => Promise<void>;
  /** replaces the records of a feed, without a rematch; returns the generation */
  storeRecords: (feed: FeedName, records: readonly KnowledgeRecord[]) => number;
  rows: <T>(sql: string, ...values: unknown[]) => T[];
  /** the findings of a host: `CVE-2024-1 openssl 1 → 2` */
  findings: (host: number) => string[];
}

export const setUpFleet = async (options?: TestAppOptions): Promise<TestFleet> =>
  fleetOf(await testApp(options));

/** Returns a service with what fills it. */
export function fleetOf<T extends TestApp>(app: T): T & TestFleet {
  const { ctx, call, clock } = app;
  const rows = <T>(sql: string, ...values: unknown[]): T[] =>
    ctx.database.sqlite.prepare(sql).all(...values) as T[];
  const expectStatus = async (response: ReturnType<typeof call>, status: number) => {
    const { status: got, body, text } = await response;
    if (got !== status) throw new Error(`${got}: ${text}`);
    return body;
  };
  return {
    ...app,
    rows,
    addHost: async (ip) =>
      (
        (await expectStatus(call('POST', '/hosts', [{ current_ip: ip }]), 201)) as {
          data: { created: { id: number }[] };
        }
      ).data.created[0]?.id ?? 0,
    importInventory: async (host, packages, more = {}) => {
      clock.advance(10);
      ctx.database.sqlite.prepare('UPDATE hosts SET ports_scanned = 1 WHERE id = ?').run(host);
      await expectStatus(
        call('PUT', `/hosts/${host}/inventory`, { sections: debianReport(packages, more) }),
        200,
      );
    },
    storeRecords: (feed, records) =>
      storeFeed(ctx.knowledge, feed, `v${ctx.knowledge.generation() + 1}`, records),
    findings: (host) =>
      rows<Fact>(
        'SELECT k.* FROM host_findings f JOIN facts k ON k.id = f.fact_id WHERE f.host_id = ?',
        host,
      )
        .map(summarize)
        .sort(),
  };
}

export const summarize = (
  f: Pick<Fact, 'vulnerability_id' | 'package' | 'port' | 'installed_version' | 'fixed_version'>,
): string => {
  const versions =
    f.installed_version === null ? '' : ` ${f.installed_version} → ${f.fixed_version ?? '-'}`;
  return `${f.vulnerability_id} ${f.package ?? f.port ?? ''}${versions}`;
};
