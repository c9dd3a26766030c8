import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { callbackProblem, serverAddress } from '../../../src/agents/operations/callback-url.js';
import {
  OPERATION_ERRORS,
  OperationFailure,
  publicError,
  commandFailure,
} from '../../../src/agents/operations/errors.js';
import {
  parseLinuxFacts,
  assertSupported,
} from '../../../src/agents/operations/remote/linux.facts.js';
import { layoutOf } from '../../../src/agents/operations/remote/linux.layout.js';
import { inspectScript } from '../../../src/agents/operations/remote/linux.inspect.js';
import {
  cleanUpScript,
  diagnoseScript,
  rollbackScript,
  callbackTestCommand,
  removeScript,
  stageScript,
  startScript,
} from '../../../src/agents/operations/remote/linux.scripts.js';
import { stepPercent, stepsOf } from '../../../src/agents/operations/operations.js';
import { parseWindowsFacts } from '../../../src/agents/operations/remote/windows.facts.js';
import { find, installedShells } from '../../support/agent-process.js';

const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as OperationFailure).code;
  }
};

describe('facts of an inspection', () => {
  const supported =
    'kernel=Linux\narchitecture=x86_64\nos_PRETTY_NAME="Debian 12"\nmanager=systemd\nclient=yes\n' +
    'can_make_users=yes\nfree_kb=9000\ninstalled=no\n';
  it.each<[string, string, string | null]>([
    ['accepts a host that has everything', supported, null],
    ['rejects another system', supported.replace('Linux', 'FreeBSD'), 'unsupported_os'],
    ['rejects empty output', '', 'unsupported_os'],
    [
      'rejects a host without curl and wget',
      supported.replace('client=yes', 'client=no'),
      'missing_tool',
    ],
    ['rejects a host with missing tools', `${supported}missing=sed\nmissing=tr\n`, 'missing_tool'],
    ['rejects a nearly full disk', supported.replace('9000', '511'), 'disk_full'],
    ['accepts unknown free space', supported.replace('9000', ''), null],
    ['rejects a read-only file system', `${supported}read_only=/opt\n`, 'read_only_root'],
    [
      'rejects a host without a service manager',
      supported.replace('systemd', 'runit'),
      'no_service_manager',
    ],
  ])('%s', (_, text, code) => {
    expect(
      codeOf(() => {
        assertSupported(parseLinuxFacts(text));
      }),
    ).toBe(code);
  });

  it('truncates and cleans the output of a host', () => {
    const facts = parseLinuxFacts(
      `os_PRETTY_NAME="\u001b[31m${'x'.repeat(5000)}"\ntoken_sha256=../../etc\nfree_kb=1e9\n` +
        `version=a\u0000b\r\n${'missing=a\n'.repeat(10_000)}`,
    );
    expect(facts.osName.length).toBeLessThanOrEqual(200);
    expect(facts).toMatchObject({ tokenSha256: null, freeKb: null, version: 'a b' });
    expect(facts.missing.length).toBeLessThanOrEqual(200);
  });

  it('parses and checks a Windows host in the same way', () => {
    const text =
      'administrator=True\r\nos=Microsoft Windows Server 2022\r\npowershell=5.1.20348\r\n' +
      `free_kb=100000\r\ninstalled=True\r\nversion=0.1.0\r\ntoken_sha256=${'a'.repeat(64)}\r\n`;
    expect(parseWindowsFacts(text)).toMatchObject({
      isInstalled: true,
      hasTraces: true,
      version: '0.1.0',
      tokenSha256: 'a'.repeat(64),
      manager: 'windows',
    });
    expect(
      codeOf(() => {
        parseWindowsFacts(text).assertSupported();
      }),
    ).toBeNull();
    expect(
      codeOf(() => {
        parseWindowsFacts(
          text.replace('administrator=True', 'administrator=False'),
        ).assertSupported();
      }),
    ).toBe('access_denied');
    expect(
      codeOf(() => {
        parseWindowsFacts(text.replace('5.1', '4.0')).assertSupported();
      }),
    ).toBe('missing_tool');
    expect(
      codeOf(() => {
        parseWindowsFacts(text.replace('100000', '100')).assertSupported();
      }),
    ).toBe('disk_full');
  });
});

describe('callback URL', () => {
  const on = (address: string): { address: string; port: number; tls: boolean } => ({
    address,
    port: 8700,
    tls: false,
  });
  it.each<[string, Parameters<typeof callbackProblem>, boolean]>([
    [
      'refuses a service on loopback for another host',
      [on('127.0.0.1'), undefined, '10.0.0.1'],
      true,
    ],
    [
      'refuses a service on IPv6 loopback for another host',
      [on('::1'), undefined, '10.0.0.1'],
      true,
    ],
    [
      'accepts a service on loopback for this machine',
      [on('127.0.0.1'), undefined, '127.0.0.1'],
      false,
    ],
    [
      'accepts a service on loopback with PUBLIC_URL',
      [on('127.0.0.1'), 'https://x', '10.0.0.1'],
      false,
    ],
    ['accepts a service on all addresses', [on('0.0.0.0'), undefined, '10.0.0.1'], false],
    ['refuses a service that does not listen', [null, 'https://x', '10.0.0.1'], true],
  ])('%s', (_, given, isRefused) => {
    expect(callbackProblem(...given) !== null).toBe(isRefused);
  });

  it('is PUBLIC_URL, or the own address on the connection', () => {
    expect(serverAddress(on('0.0.0.0'), 'https://x/y/', '10.0.0.9')).toBe('https://x/y');
    expect(serverAddress(on('0.0.0.0'), undefined, '10.0.0.9')).toBe('http://10.0.0.9:8700');
    expect(serverAddress({ ...on('::'), tls: true }, undefined, 'fd00::9')).toBe(
      'https://[fd00::9]:8700',
    );
  });
});

describe('operation errors and steps', () => {
  it('docs/errors.md lists every code', () => {
    const page =
      readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8').split(
        '## Why an agent operation failed',
      )[1] ?? '';
    expect([...page.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1]).sort()).toEqual(
      Object.keys(OPERATION_ERRORS).sort(),
    );
  });
  it('details are truncated, cleaned and free of secrets', () => {
    const error = publicError(
      new OperationFailure('upload_failed', `${'a'.repeat(9000)}\u001b[2J pass-word hwa_1`),
      ['pass-word', 'hwa_1'],
    );
    expect(error.detail).toMatch(/a \[2J \*\*\* \*\*\*$/);
    expect(error.detail?.length).toBeLessThanOrEqual(2000);
  });
  it('recognizes a full disk and a read-only file system in error output', () => {
    expect([
      commandFailure('cat: No space left on device', 'upload_failed').code,
      commandFailure('Read-only file system', 'start_failed').code,
      commandFailure('x', 'start_failed').code,
    ]).toEqual(['disk_full', 'read_only_root', 'start_failed']);
  });
  it.each(['install', 'update', 'uninstall'] as const)(
    'the percentages of %s increase and stay below 100',
    (action) => {
      const percents = stepsOf(action).map(stepPercent);
      expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
      expect(percents.at(-1)).toBeLessThan(100);
    },
  );
});

describe('scripts for Linux hosts', () => {
  const layouts = (['systemd', 'openrc', 'cron'] as const).flatMap((manager) =>
    (['folder', 'tables'] as const).map((cron) =>
      layoutOf({ manager, cron, canMakeUsers: true, hasUser: false }, "/a root/it's"),
    ),
  );
  const files = { script: 'echo "$HOME" `x`\n', config: 'server=x\n', token: 'hwa_1', ca: 'PEM\n' };
  const scripts = [
    inspectScript("/it's"),
    removeScript(''),
    cleanUpScript(''),
    ...layouts.flatMap((layout) => [
      stageScript(layout, files, 'END_1'),
      startScript(layout, true),
      startScript(layout, false),
      rollbackScript(layout, true),
      rollbackScript(layout, false),
      diagnoseScript(layout),
    ]),
  ];
  it.each(installedShells().map((shell) => [shell.join(' '), shell] as const))(
    'are valid syntax for %s',
    (_, shell) => {
      for (const script of scripts) {
        const { stderr, status } = spawnSync(
          find(shell[0] ?? 'sh') ?? 'sh',
          [...shell.slice(1), '-n'],
          { input: script, encoding: 'utf8' },
        );
        expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      }
    },
  );
  it('do nothing if they are truncated', () => {
    const facts = { manager: 'systemd', cron: null, canMakeUsers: false, hasUser: false } as const;
    const script = stageScript(layoutOf(facts, '/nowhere'), files, 'END_1');
    for (let length = script.indexOf('main()') + 7; length < script.length - 20; length += 97) {
      const { stdout } = spawnSync('sh', ['-s'], {
        input: `mkdir() { echo ran; }; rm() { echo ran; }; cat() { echo ran; }\n${script.slice(0, length)}`,
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    }
  });
  it('quote values from outside', () => {
    const hostile = callbackTestCommand("http://x'; touch /tmp/y; '", "it's");
    expect(
      spawnSync(
        'sh',
        [
          '-c',
          `set -- ${hostile.replace(/^f=.*? sh -s reach /, '').replace(/ "\$f".*/, '')}; echo "$1"`,
        ],
        { encoding: 'utf8' },
      ).stdout,
    ).toBe("http://x'; touch /tmp/y; '\n");
  });
  it('use a separate user if one can be created, otherwise root', () => {
    expect(
      layoutOf({ manager: 'cron', cron: 'folder', canMakeUsers: false, hasUser: false }).paths.user,
    ).toBe('root');
    expect(
      layoutOf({ manager: 'cron', cron: 'folder', canMakeUsers: false, hasUser: true }).paths.user,
    ).toBe('hostwarden-agent');
  });
});
