// cspell:ignore аdmin ｒｏｏｔ
import { join } from 'node:path';
import { openSqlite, type Sqlite } from '../../src/database/sqlite.js';
import type { TestApp } from './app.js';

/** Texts that a host, a feed or a person could write to run script in the page, or to break it. */
const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror="globalThis.hacked=1">',
  '</script><script>globalThis.hacked=1</script>',
  'javascript:globalThis.hacked=1',
  '\u202Egnp.exe\u202C\u2066 reversed',
  'before\u0000after\u001b[31m\u0007',
  'W'.repeat(10_000),
  '</style><style>*{display:none!important}</style>" style="position:fixed;inset:0',
  'аdmin\u200b\u0301\u0301\u0301\u0301 ｒｏｏｔ',
  '{{constructor.constructor("globalThis.hacked=1")()}} ${globalThis.hacked=1}',
];

/** Stored texts that come from hosts, feeds and people. Identifiers and words of the service are not among them. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tokens: ['name'],
  hosts: ['name', 'description'],
  groups: ['name', 'description'],
  templates: ['name'],
  schedule_history: ['detail'],
  tasks: ['error'],
  task_hosts: ['name', 'detail'],
  services: ['service', 'product', 'version', 'banner'],
  inventories: ['name', 'os', 'kernel_version', 'full_os_name', 'cpu_name', 'running_kernel'],
  packages: ['version', 'source_version', 'vendor'],
  agents: ['version'],
  agent_operations: ['message'],
  agent_batch_refusals: ['message'],
  vulnerabilities: ['title'],
  facts: ['installed_version', 'fixed_version', 'advisory'],
  acceptances: ['reason', 'by', 'source'],
  host_keys: ['fingerprint_sha256'],
  audit: ['actor', 'address', 'request_id'],
  notification_channels: ['name'],
  notification_deliveries: ['last_error'],
  credentials: ['name', 'username'],
  sessions: ['user_agent'],
};

const BAD_URL = 'javascript:globalThis.hacked=1';

/** Overwrites them, past the checks of the interface: each row has another text in each column. */
export function writeHostileTexts({ dir, ctx }: TestApp): void {
  const database = ctx.database.sqlite;
  const knowledge = openSqlite(join(dir, 'knowledge.db'));
  overwrite(database, COLUMNS);
  overwrite(knowledge, { advisories: ['title'] });
  database.prepare('UPDATE facts SET advisory_url = ?').run(BAD_URL);
  knowledge.prepare('UPDATE advisories SET url = ?').run(BAD_URL);
  knowledge.close();
}

function overwrite(sqlite: Sqlite, tables: typeof COLUMNS): void {
  let count = 0;
  sqlite.function('hostile_text', { deterministic: false }, () => {
    count += 1;
    return `${HOSTILE_TEXTS[count % HOSTILE_TEXTS.length] ?? ''} ${count}`;
  });
  for (const [table, columns] of Object.entries(tables))
    for (const column of columns)
      sqlite.exec(`UPDATE ${table} SET ${column} = hostile_text() WHERE ${column} IS NOT NULL`);
}
