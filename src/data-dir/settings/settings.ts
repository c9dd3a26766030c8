import { basename } from 'node:path';
import type { Config } from '../../config.js';
import type { GuardedBlock } from '../../platform/net/address-guard.js';
import { VERSION } from '../../version.js';
import { filesOf } from '../paths.js';
import type { SettingsResponse } from './settings.schemas.js';

type DataDirSizes = SettingsResponse['data_dir'];

/** Sums up the sizes of a data directory, in bytes. `sizes`: of its files, by path from there. */
export function sumDataDir(dir: string, sizes: ReadonlyMap<string, number>): DataDirSizes {
  const files = filesOf(dir);
  const sum = (isCounted: (path: string) => boolean): number =>
    [...sizes].reduce((total, [path, size]) => total + (isCounted(path) ? size : 0), 0);
  return {
    bytes: sum(() => true),
    database_bytes: sum((path) => path.startsWith(basename(files.database))),
    knowledge_bytes: sum((path) => path.startsWith(basename(files.knowledge))),
    feeds_bytes: sum((path) => path.startsWith(`${basename(files.feeds)}/`)),
  };
}

/** Returns the effective settings. Each is named here: a new key may be a secret, and is not shown. */
export function describeSettings(
  config: Config,
  now: number,
): Omit<SettingsResponse, 'clock_jump' | 'data_dir'> {
  return {
    version: VERSION,
    now,
    zone: config.SCHEDULE_TIMEZONE,
    tls: config.TLS_CERT === undefined ? config.TLS : 'certificate',
    public_url: config.PUBLIC_URL ?? null,
    limits: {
      body_bytes: config.BODY_LIMIT_BYTES,
      hosts_per_request: config.MAX_HOSTS_PER_REQUEST,
      hosts_per_task: config.MAX_HOSTS_PER_TASK,
      ports_per_template: config.MAX_PORTS_PER_TEMPLATE,
      concurrent_tasks: config.MAX_CONCURRENT_TASKS,
      concurrent_agent_operations: config.AGENT_OPERATIONS,
      requests_per_minute: config.RATE_LIMIT_PER_MINUTE,
      feed_bytes: config.FEED_LIMIT_BYTES,
    },
    feeds: { refresh: config.FEED_REFRESH, stale_days: config.FEED_STALE_DAYS },
    retention: { event_days: config.EVENT_RETENTION_DAYS, audit_days: config.AUDIT_RETENTION_DAYS },
    scan: {
      allow: config.SCAN_ALLOW.map(blockText),
      deny: config.SCAN_DENY.map(blockText),
    },
    trust_on_first_use: config.TRUST_ON_FIRST_USE,
    mail: { is_configured: config.SMTP_URL !== undefined, from: config.MAIL_FROM ?? null },
  };
}

const blockText = ([address, bits]: GuardedBlock): string => `${address.toString()}/${bits}`;
