import type { ServiceManager } from '../../agents.table.js';
import { OperationFailure } from '../errors.js';

/** What the inspection of a Linux host found, as it was told: nothing in it is trusted further than its form. */
export interface LinuxFacts {
  kernel: string;
  architecture: string;
  osName: string;
  manager: Exclude<ServiceManager, 'windows'> | null;
  /** where cron looks: a folder of files with users in them, or one table a user */
  cron: 'folder' | 'tables' | null;
  missing: string[];
  hasClient: boolean;
  canMakeUsers: boolean;
  hasUser: boolean;
  /** KiB that are free where the agent is put; null when it could not be found out */
  freeKb: number | null;
  /** the folders that lie on something read-only */
  readOnly: string[];
  /** of the agent that is there: null, none */
  version: string | null;
  isInstalled: boolean;
  /** anything of ours: files, service, user */
  hasTraces: boolean;
  /** SHA-256, in hex, of the token beside the agent that is there, and of the one that an interrupted operation had put aside */
  tokenSha256: string | null;
  oldTokenSha256: string | null;
  /** what the host's clock says, Unix seconds */
  now: number | null;
}

const MAX_LINES = 200;
const NEEDED_KB = 512;

/** Reads the lines `key=value` of the inspection. Unknown lines are passed over, missing ones count as not there. Never throws. */
export function parseLinuxFacts(text: string): LinuxFacts {
  const lines = text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => line.replace(/\r$/, ''));
  const all = (key: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${key}=`))
      .map((line) => clean(line.slice(key.length + 1)));
  const one = (key: string): string => all(key)[0] ?? '';
  const has = (key: string): boolean => one(key) === 'yes';
  const manager = one('manager');
  const cron = one('cron');
  return {
    kernel: one('kernel'),
    architecture: one('architecture'),
    osName: unquoted(one('os_PRETTY_NAME')) || unquoted(one('os_ID')),
    manager: manager === 'systemd' || manager === 'openrc' || manager === 'cron' ? manager : null,
    cron: cron === 'folder' || cron === 'tables' ? cron : null,
    missing: all('missing'),
    hasClient: has('client'),
    canMakeUsers: has('can_make_users'),
    hasUser: has('user'),
    freeKb: wholeNumber(one('free_kb')),
    readOnly: all('read_only'),
    version: one('version') || null,
    isInstalled: has('installed'),
    hasTraces: has('installed') || has('traces'),
    tokenSha256: hash(one('token_sha256')),
    oldTokenSha256: hash(one('old_token_sha256')),
    now: wholeNumber(one('now')),
  };
}

const clean = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2');
const wholeNumber = (text: string): number | null =>
  /^\d{1,15}$/.test(text) ? Number(text) : null;
const hash = (text: string): string | null => (/^[0-9a-f]{64}$/.test(text) ? text : null);

/** Throws the OperationFailure that stands in the way of an agent there, if any: what can't be changed first, then what an administrator can put right. */
export function assertSupported(facts: LinuxFacts): void {
  if (facts.kernel !== 'Linux')
    throw new OperationFailure(
      'unsupported_os',
      `The system is ${facts.kernel || 'unknown'}, not Linux`,
    );
  if (facts.readOnly.length > 0)
    throw new OperationFailure('read_only_root', `Read-only: ${facts.readOnly.join(', ')}`);
  if (facts.freeKb !== null && facts.freeKb < NEEDED_KB)
    throw new OperationFailure(
      'disk_full',
      `${facts.freeKb} KiB are free, ${NEEDED_KB} are needed`,
    );
  if (!facts.hasClient)
    throw new OperationFailure('missing_tool', 'Neither curl nor wget is there');
  if (facts.missing.length > 0)
    throw new OperationFailure('missing_tool', `Not there: ${facts.missing.join(', ')}`);
  if (facts.manager === null) throw new OperationFailure('no_service_manager');
}
