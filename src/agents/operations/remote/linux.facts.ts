import { cleanField } from '../../../lib/text.js';
import type { ServiceManager } from '../../agents.table.js';
import { OperationFailure } from '../errors.js';

/** Facts from the inspection of a Linux host, as the host reported them: only their form is checked. */
export interface LinuxFacts {
  kernel: string;
  architecture: string;
  osName: string;
  manager: Exclude<ServiceManager, 'windows'> | null;
  /** where cron reads its jobs: a directory of files with user names, or one table per user */
  cron: 'folder' | 'tables' | null;
  missing: string[];
  hasClient: boolean;
  canMakeUsers: boolean;
  hasUser: boolean;
  /** free KiB at the agent's location; null if unknown */
  freeKb: number | null;
  /** the agent's directories on a read-only file system */
  readOnly: string[];
  /** of the installed agent; null: none */
  version: string | null;
  isInstalled: boolean;
  /** whether any file, service or user of the agent exists */
  hasTraces: boolean;
  /** SHA-256, in hex, of the token of the installed agent */
  tokenSha256: string | null;
  /** the same for the agent that an interrupted operation moved aside */
  oldTokenSha256: string | null;
  /** the host's clock, Unix seconds */
  now: number | null;
}

const MAX_LINES = 200;
const REQUIRED_KB = 512;

/**
 * Parses the lines `key=value` of the inspection. Unknown lines are ignored, and missing ones count as
 * absent. Never throws.
 */
export function parseLinuxFacts(text: string): LinuxFacts {
  const lines = text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => line.replace(/\r$/, ''));
  const all = (key: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${key}=`))
      .map((line) => cleanField(line.slice(key.length + 1)));
  const one = (key: string): string => all(key)[0] ?? '';
  const has = (key: string): boolean => one(key) === 'yes';
  const manager = one('manager');
  const cron = one('cron');
  return {
    kernel: one('kernel'),
    architecture: one('architecture'),
    osName: unquote(one('os_PRETTY_NAME')) || unquote(one('os_ID')),
    manager: manager === 'systemd' || manager === 'openrc' || manager === 'cron' ? manager : null,
    cron: cron === 'folder' || cron === 'tables' ? cron : null,
    missing: all('missing'),
    hasClient: has('client'),
    canMakeUsers: has('can_make_users'),
    hasUser: has('user'),
    freeKb: parseWhole(one('free_kb')),
    readOnly: all('read_only'),
    version: one('version') || null,
    isInstalled: has('installed'),
    hasTraces: has('installed') || has('traces'),
    tokenSha256: parseHash(one('token_sha256')),
    oldTokenSha256: parseHash(one('old_token_sha256')),
    now: parseWhole(one('now')),
  };
}

const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2');
const parseWhole = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);
const parseHash = (text: string): string | null => (/^[0-9a-f]{64}$/.test(text) ? text : null);

/**
 * Throws the OperationFailure that prevents an agent on this host. Problems that cannot be fixed are
 * reported before those that an administrator can fix.
 */
export function assertSupported(facts: LinuxFacts): void {
  if (facts.kernel !== 'Linux')
    throw new OperationFailure(
      'unsupported_os',
      `The system is ${facts.kernel || 'unknown'}, not Linux`,
    );
  if (facts.readOnly.length > 0)
    throw new OperationFailure('read_only_root', `Read-only: ${facts.readOnly.join(', ')}`);
  if (facts.freeKb !== null && facts.freeKb < REQUIRED_KB)
    throw new OperationFailure(
      'disk_full',
      `${facts.freeKb} KiB are free, ${REQUIRED_KB} KiB are required`,
    );
  if (!facts.hasClient)
    throw new OperationFailure('missing_tool', 'Neither curl nor wget is installed');
  if (facts.missing.length > 0)
    throw new OperationFailure('missing_tool', `Missing: ${facts.missing.join(', ')}`);
  if (facts.manager === null) throw new OperationFailure('no_service_manager');
}
