import type { FeedName, KnowledgeRecord } from '../../src/knowledge/records.js';
import type { Fact } from '../../src/vulnerabilities/facts.js';
import { testApp, type TestApp, type TestAppOptions } from './app.js';
import { storeFeed } from './stored-records.js';
import { debianReport, type Deb } from './reports.js';

/** A service with hosts, whose knowledge is put in place by hand. */
export interface Vulnerable extends TestApp {
  /** makes a host; gives its id */
  host: (ip: string) => Promise<number>;
  /** imports an inventory of these packages, ten seconds later */
  report: (
    host: number,
    packages: readonly Deb[] | null,
    more?: Record<string, string>,
  ) => Promise<void>;
  /** puts records in force in place of what the feed held; the fleet is not judged */
  learn: (feed: FeedName, records: readonly KnowledgeRecord[]) => number;
  rows: <T>(sql: string, ...values: unknown[]) => T[];
  /** what stands against a host: `CVE-2024-1 openssl 1 → 2` */
  findings: (host: number) => string[];
}

export async function vulnerable(options?: TestAppOptions): Promise<Vulnerable> {
  const app = await testApp(options);
  const { ctx, call, clock } = app;
  const rows = <T>(sql: string, ...values: unknown[]): T[] =>
    ctx.database.sqlite.prepare(sql).all(...values) as T[];
  const done = async (answer: ReturnType<typeof call>, status: number) => {
    const { status: got, body, text } = await answer;
    if (got !== status) throw new Error(`${got}: ${text}`);
    return body;
  };
  return {
    ...app,
    rows,
    host: async (ip) =>
      (
        (await done(call('POST', '/hosts', [{ current_ip: ip }]), 201)) as {
          data: { created: { id: number }[] };
        }
      ).data.created[0]?.id ?? 0,
    report: async (host, packages, more = {}) => {
      clock.advance(10);
      await done(
        call('PUT', `/hosts/${host}/inventory`, { sections: debianReport(packages, more) }),
        200,
      );
    },
    learn: (feed, records) =>
      storeFeed(ctx.knowledge, feed, `v${ctx.knowledge.generation() + 1}`, records),
    findings: (host) =>
      rows<Fact>(
        'SELECT k.* FROM host_findings f JOIN facts k ON k.id = f.fact_id WHERE f.host_id = ?',
        host,
      )
        .map(shortly)
        .sort(),
  };
}

export const shortly = (
  f: Pick<Fact, 'vulnerability_id' | 'package' | 'port' | 'installed_version' | 'fixed_version'>,
): string =>
  `${f.vulnerability_id} ${f.package ?? f.port ?? ''}${f.installed_version === null ? '' : ` ${f.installed_version} → ${f.fixed_version ?? '-'}`}`;
