import { OperationFailure } from '../errors.js';
import type { RemoteHostFacts } from './remote-host.js';

const NEEDED_KB = 512;

/** Reads the lines `key=value` of the inspection of a Windows host. Never throws. */
export function parseWindowsFacts(text: string): RemoteHostFacts {
  const values = new Map(
    text
      .split('\n')
      .slice(0, 200)
      .flatMap((line): [string, string][] => {
        const at = line.indexOf('=');
        return at > 0
          ? [
              [
                line.slice(0, at),
                line
                  .slice(at + 1)
                  .replace(/\p{Cc}+/gu, ' ')
                  .trim()
                  .slice(0, 200),
              ],
            ]
          : [];
      }),
  );
  const one = (key: string): string => values.get(key) ?? '';
  const isTrue = (key: string): boolean => one(key).toLowerCase() === 'true';
  const hash = (key: string): string | null => (/^[0-9a-f]{64}$/.test(one(key)) ? one(key) : null);
  const isInstalled = isTrue('installed');
  const version = one('version') || null;
  return {
    isInstalled,
    hasTraces: isInstalled || isTrue('traces'),
    version,
    manager: 'windows',
    tokenSha256: hash('token_sha256'),
    oldTokenSha256: hash('old_token_sha256'),
    summary: [
      one('os') || 'an unknown Windows',
      one('architecture'),
      isInstalled ? `agent ${version ?? 'of an unknown version'}` : 'no agent',
    ]
      .filter(Boolean)
      .join(', '),
    assertSupported: () => {
      if (!isTrue('administrator'))
        throw new OperationFailure('access_denied', 'The login is no administrator there');
      const major = Number(/^(\d{1,4})\.\d/.exec(one('powershell'))?.[1] ?? 0);
      if (major < 5)
        throw new OperationFailure(
          'missing_tool',
          `PowerShell ${one('powershell') || 'of an unknown version'} is there; the agent needs 5.1`,
        );
      const free = /^\d{1,15}$/.test(one('free_kb')) ? Number(one('free_kb')) : null;
      if (free !== null && free < NEEDED_KB)
        throw new OperationFailure('disk_full', `${free} KiB are free, ${NEEDED_KB} are needed`);
    },
  };
}
