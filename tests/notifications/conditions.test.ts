import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { createConditionCheck } from '../../src/notifications/conditions/check-conditions.js';
import type { StaleFeed } from '../../src/notifications/conditions/find-conditions.js';
import { addGroup, addHosts, heldClock, NOW, testDatabase } from '../support/database.js';

const DAY = 86_400;

/** Adds a channel with one rule. */
function addRule(
  { sqlite }: Database,
  event: string,
  groups: number[] | null = null,
  channel = 'ops',
): void {
  sqlite
    .prepare(
      `INSERT INTO notification_channels (name, type, format, recipients, secret, enabled, created_at, updated_at)
       VALUES (?, 'webhook', 'json', '[]', x'00', 1, 1, 1)`,
    )
    .run(channel);
  sqlite
    .prepare(
      `INSERT INTO notification_rules (channel_id, events, group_ids, offline_minutes, expiring_days, created_at, updated_at)
       VALUES (1, ?, ?, 15, 14, 1, 1)`,
    )
    .run(JSON.stringify([event]), groups && JSON.stringify(groups));
}

function addAgent({ sqlite }: Database, hostId: number, lastSeen: number): void {
  sqlite
    .prepare(
      "INSERT INTO agents (host_id, os_family, token_sha256, last_seen) VALUES (?, 'linux', randomblob(32), ?)",
    )
    .run(hostId, lastSeen);
}

const hostAddress = (i: number): string => `10.0.${i >> 8}.${i & 255}`;

const announced = ({ sqlite }: Database): string[] =>
  sqlite
    .prepare<[], string>(
      "SELECT facts ->> '$.count' || ': ' || (facts ->> '$.items[0].text') FROM notification_deliveries ORDER BY id",
    )
    .pluck()
    .all();

function setUp(event: string, groups: number[] | null = null) {
  const database = testDatabase();
  const clock = heldClock();
  const stale: StaleFeed[] = [];
  addRule(database, event, groups);
  const start = () =>
    createConditionCheck({ database, now: () => clock.now(), staleFeeds: () => stale });
  return { database, clock, stale, start };
}

describe('conditions', () => {
  it('the end of a system is announced 90 days ahead, once', async () => {
    const { database, clock, start } = setUp('host.end_of_life');
    const [fedora = 0, debian = 0] = addHosts(database, 2);
    const add = database.sqlite.prepare(
      "INSERT INTO inventories (host_id, report_id, collected_at, full_os_name, packages_count, warnings, scopes) VALUES (?, 1, 0, ?, 1, '[]', ?)",
    );
    add.run(fedora, 'Fedora Linux 44 (Server Edition)', '[]');
    add.run(debian, 'Debian GNU/Linux 13 (trixie)', '["Debian:13"]');
    const at = (day: string) => clock.pass(Date.parse(day) / 1000 - clock.now());
    const check = start();
    at('2027-03-03');
    await check();
    expect(announced(database)).toEqual([]);
    at('2027-03-05');
    await check();
    at('2027-03-07');
    await check();
    at('2027-06-04');
    await check();
    expect(announced(database)).toEqual([
      expect.stringMatching(/^1: .*, Fedora 44: supported until 2027-06-02$/),
    ]);
  });

  it('an offline agent is announced once, also after a restart, and again when it was online', async () => {
    const { database, clock, start } = setUp('agent.offline');
    const [host = 0] = addHosts(database, 1);
    addAgent(database, host, NOW - 3600);
    let check = start();
    await check();
    expect(announced(database), 'no agent could be heard before').toEqual([]);
    clock.pass(15 * 60);
    await check();
    expect(announced(database)).toEqual(['1: 10.0.0.1, last seen 2025-12-31T23:00:00Z']);
    clock.pass(60);
    await check();
    check = start();
    clock.pass(15 * 60);
    await check();
    expect(announced(database)).toHaveLength(1);
    const seen = database.sqlite.prepare('UPDATE agents SET last_seen = ?');
    seen.run(clock.now());
    clock.pass(60);
    await check();
    clock.pass(15 * 60);
    await check();
    expect(announced(database)).toHaveLength(2);
  });

  it('two machines with one identity are announced once, and again a week after the last report', async () => {
    const { database, clock, start } = setUp('agent.identity_conflict');
    const [copied = 0, alone = 0] = addHosts(database, 2);
    for (const host of [copied, alone]) addAgent(database, host, NOW);
    const refused = database.sqlite.prepare('UPDATE agents SET conflict_at = ? WHERE host_id = ?');
    refused.run(NOW, copied);
    const check = start();
    await check();
    clock.pass(6 * DAY);
    await check();
    const text = '1: 10.0.0.1, last refused report 2026-01-01T00:00:00Z';
    expect(announced(database)).toEqual([text]);
    clock.pass(2 * DAY);
    await check();
    refused.run(clock.now(), copied);
    clock.pass(60);
    await check();
    expect(announced(database)).toHaveLength(2);
  });

  it('agents of other groups are not announced', async () => {
    const { database, clock, start } = setUp('agent.offline', [1]);
    const [inside = 0, outside = 0] = addHosts(database, 2);
    expect(addGroup(database, [inside])).toBe(1);
    addAgent(database, inside, NOW - 3600);
    addAgent(database, outside, NOW - 3600);
    const check = start();
    clock.pass(15 * 60);
    await check();
    expect(announced(database)).toEqual(['1: 10.0.0.1, last seen 2025-12-31T23:00:00Z']);
  });

  it('stale feeds are announced together, and later ones alone', async () => {
    const { database, clock, stale, start } = setUp('feed.stale');
    const check = start();
    stale.push({ name: 'osv-debian', dataFrom: NOW - 8 * DAY }, { name: 'epss', dataFrom: null });
    await check();
    clock.pass(60);
    stale.push({ name: 'kev', dataFrom: NOW });
    await check();
    expect(announced(database)).toEqual([
      '2: osv-debian: data from 2025-12-24',
      '1: kev: data from 2026-01-01',
    ]);
  });

  it('an acceptance is announced before its end, and again when its end was moved', async () => {
    const { database, clock, start } = setUp('acceptance.expiring');
    const { sqlite } = database;
    const insert = sqlite.prepare(
      `INSERT INTO acceptances (vulnerability_id, reason, "by", "until", created_at, began_change)
       VALUES (?, 'Office only', 'ada', ?, 1, 0)`,
    );
    for (const days of [0, 13, 15]) insert.run(`CVE-${days}`, NOW + days * DAY);
    const check = start();
    await check();
    expect(announced(database)).toEqual(['1: CVE-13 until 2026-01-14: Office only']);
    sqlite
      .prepare('UPDATE acceptances SET "until" = ? WHERE vulnerability_id = ?')
      .run(NOW + 12 * DAY, 'CVE-13');
    clock.pass(60);
    await check();
    expect(announced(database)).toHaveLength(2);
  });

  it('a host that needs a reboot is announced once, and again when it needs another one', async () => {
    const { database, clock, start } = setUp('reboot.required');
    const [host = 0, other = 0] = addHosts(database, 2);
    const insert = database.sqlite.prepare(
      `INSERT INTO inventories (host_id, report_id, collected_at, running_kernel, packages_count, warnings, reboot_required)
       VALUES (?, 1, 1, '6.1.0-28-amd64', 0, '[]', ?)`,
    );
    insert.run(host, 1);
    insert.run(other, null);
    const require = database.sqlite.prepare('UPDATE inventories SET reboot_required = ?');
    const check = start();
    await check();
    clock.pass(60);
    await check();
    const text = '1: 10.0.0.1, kernel 6.1.0-28-amd64 is running';
    expect(announced(database)).toEqual([text]);
    require.run(0);
    clock.pass(60);
    await check();
    require.run(1);
    clock.pass(60);
    await check();
    expect(announced(database)).toEqual([text, `2${text.slice(1)}`]);
  });

  it('a certificate is announced before its end and after it', async () => {
    const { database, start } = setUp('certificate.expiring');
    const [host = 0] = addHosts(database, 1);
    const insert = database.sqlite.prepare(
      `INSERT INTO services (host_id, port, transport, state, tls, details, confidence, first_seen, last_seen)
       VALUES (?, ?, 'tcp', 'open', ?, '{}', 'confirmed', 1, 1)`,
    );
    for (const [port, days] of [
      [443, 10],
      [8443, -1],
      [9443, 20],
    ] as const)
      insert.run(host, port, JSON.stringify({ not_after: NOW + days * DAY }));
    insert.run(host, 80, null);
    await start()();
    const facts = database.sqlite
      .prepare('SELECT facts FROM notification_deliveries')
      .pluck()
      .get();
    expect(JSON.parse(facts as string)).toMatchObject({
      count: 2,
      items: [
        { text: '10.0.0.1 8443/tcp expired 2025-12-31', host_id: host },
        { text: '10.0.0.1 443/tcp expires 2026-01-11' },
      ],
    });
  });

  it('many agents are announced together, those that are silent for longest first', async () => {
    const { database, clock, start } = setUp('agent.offline');
    const hosts = addHosts(database, 2100);
    for (const host of hosts) addAgent(database, host, NOW - 3600 - host);
    const check = start();
    clock.pass(15 * 60);
    await check();
    expect(announced(database)).toEqual([
      `2100: ${hostAddress(2100)}, last seen 2025-12-31T22:25:00Z`,
    ]);
    clock.pass(60);
    await check();
    expect(announced(database)).toHaveLength(1);
  });

  it('many services are read in pages, and each rule gets what its own limits select', async () => {
    const { database, start } = setUp('certificate.expiring');
    const [near = 0, far = 0] = addHosts(database, 2);
    const group = addGroup(database, [far]);
    addRule(database, 'certificate.expiring', [group], 'others');
    database.sqlite.exec('UPDATE notification_rules SET expiring_days = 90 WHERE id = 2');
    const insert = database.sqlite.prepare(
      `INSERT INTO services (host_id, port, transport, state, tls, details, confidence, first_seen, last_seen)
       VALUES (?, ?, 'tcp', 'open', ?, '{}', 'confirmed', 1, 1)`,
    );
    const inDays = (days: number) => JSON.stringify({ not_after: NOW + days * DAY });
    for (let port = 1; port <= 1500; port += 1) insert.run(near, port, null);
    insert.run(near, 2000, inDays(10));
    insert.run(far, 2000, inDays(60));
    insert.run(near, 2001, inDays(60));
    await start()();
    expect(announced(database)).toEqual([
      '1: 10.0.0.1 2000/tcp expires 2026-01-11',
      '1: 10.0.0.2 2000/tcp expires 2026-03-02',
    ]);
  });
});
