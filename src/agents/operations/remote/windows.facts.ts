import { cleanField } from '../../../lib/text.js';
import { OperationFailure } from '../errors.js';
import type { RemoteHostFacts } from './remote-host.js';

const REQUIRED_KB = 512;
const MAX_LINES = 200;

/** Parses the lines `key=value` of the inspection of a Windows host. Never throws. */
export function parseWindowsFacts(text: string): RemoteHostFacts {
  const values = parseLines(text);
  const isInstalled = values.isTrue('installed');
  const version = values.get('version') || null;
  return {
    isInstalled,
    hasTraces: isInstalled || values.isTrue('traces'),
    version,
    manager: 'windows',
    tokenSha256: values.hash('token_sha256'),
    oldTokenSha256: values.hash('old_token_sha256'),
    summary: [
      values.get('os') || 'unknown Windows',
      values.get('architecture'),
      isInstalled ? `agent ${version ?? 'of unknown version'}` : 'no agent',
    ]
      .filter(Boolean)
      .join(', '),
    assertSupported: () => {
      assertWindowsSupported(values);
    },
  };
}

export const notAdministrator = (): OperationFailure =>
  new OperationFailure('access_denied', 'The user is not an administrator of the host');

function assertWindowsSupported(values: ReturnType<typeof parseLines>): void {
  if (!values.isTrue('administrator')) throw notAdministrator();
  const powershell = values.get('powershell');
  const major = Number(/^(\d{1,4})\.\d/.exec(powershell)?.[1] ?? 0);
  if (major < 5)
    throw new OperationFailure(
      'missing_tool',
      `PowerShell ${powershell || 'of unknown version'} is installed; the agent requires 5.1`,
    );
  const freeKb = values.get('free_kb');
  if (/^\d{1,15}$/.test(freeKb) && Number(freeKb) < REQUIRED_KB)
    throw new OperationFailure(
      'disk_full',
      `${Number(freeKb)} KiB are free, ${REQUIRED_KB} KiB are required`,
    );
}

function parseLines(text: string) {
  const values = new Map<string, string>();
  for (const line of text.split('\n').slice(0, MAX_LINES)) {
    const separator = line.indexOf('=');
    if (separator > 0) values.set(line.slice(0, separator), cleanField(line.slice(separator + 1)));
  }
  const get = (key: string): string => values.get(key) ?? '';
  return {
    get,
    isTrue: (key: string): boolean => get(key).toLowerCase() === 'true',
    hash: (key: string): string | null => (/^[0-9a-f]{64}$/.test(get(key)) ? get(key) : null),
  };
}
