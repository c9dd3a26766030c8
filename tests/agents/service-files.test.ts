import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentConfigFile,
  cronLines,
  DEFAULT_PATHS,
  lookService,
  lookUnits,
  openrcService,
  systemdUnit,
} from '../../src/agents/service-files.js';
import {
  quoteWindows,
  registerTaskScript,
  scheduledTaskXml,
  WINDOWS_PATHS,
} from '../../src/agents/windows-task.js';
import { AGENT, find } from '../support/agent-process.js';

describe('systemd unit', () => {
  it('runs the agent as a separate user, restarts it, and restricts its writes', () => {
    const unit = systemdUnit().split('\n');
    for (const line of [
      'User=hostwarden-agent',
      'Restart=always',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'RuntimeDirectory=hostwarden-agent',
      'CapabilityBoundingSet=',
      'WantedBy=multi-user.target',
    ])
      expect(unit).toContain(line);
    expect(unit).toContain('ExecStart=/bin/sh /opt/hostwarden-agent/hostwarden-agent.sh run');
    expect(systemdUnit({ ...DEFAULT_PATHS, state: '/var/lib/x' })).toContain(
      'ReadWritePaths=/var/lib/x\n',
    );
  });

  it('does not hide installed kernels', () => {
    expect(systemdUnit()).not.toContain('ProtectKernelModules');
  });

  it.runIf(find('systemd-analyze') !== null)('is valid for systemd-analyze', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const file = join(folder, 'hostwarden-agent.service');
    writeFileSync(file, systemdUnit());
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('hostwarden-agent.service:'))).toEqual(
      [],
    );
  });
});

describe("root's inspection of the processes", () => {
  it('has no network, writes one folder, and may only read what processes run', () => {
    const { service, timer } = lookUnits();
    for (const line of [
      'Type=oneshot',
      'CapabilityBoundingSet=CAP_SYS_PTRACE CAP_DAC_READ_SEARCH',
      'PrivateNetwork=yes',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'RuntimeDirectory=hostwarden-look',
    ])
      expect(service.split('\n')).toContain(line);
    expect(service).not.toContain('ReadWritePaths');
    expect(timer).toContain('OnUnitActiveSec=1min\n');
  });

  it('reads the file that the script of the agent names', () => {
    const path = '/run/hostwarden-look/old-code';
    expect(readFileSync(AGENT, 'utf8')).toContain(`\nLOOK=${path}\n`);
    for (const text of [lookUnits().service, lookService(), cronLines(DEFAULT_PATHS, true)])
      expect(text).toContain(`hostwarden-agent.sh look ${path} `);
  });

  it('is a valid script for OpenRC', () => {
    expect(() => execFileSync('sh', ['-n'], { input: lookService() })).not.toThrow();
  });

  it.runIf(find('systemd-analyze') !== null)('is valid for systemd-analyze', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const names = Object.entries(lookUnits()).map(([kind, text]) => {
      writeFileSync(join(folder, `hostwarden-look.${kind}`), text);
      return join(folder, `hostwarden-look.${kind}`);
    });
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('hostwarden-look'))).toEqual([]);
  });
});

describe('OpenRC service', () => {
  it('is a valid script that requires no other service by name', () => {
    const script = openrcService();
    expect(() => execFileSync('sh', ['-n'], { input: script })).not.toThrow();
    expect(script).toMatch(/^#!\/sbin\/openrc-run\n/);
    expect(script).not.toMatch(/^\s*need /m);
    expect(script).toContain('supervisor=supervise-daemon\n');
  });
});

describe('cron lines', () => {
  const command =
    'HOSTWARDEN_AGENT_CONFIG=/opt/hostwarden-agent/hostwarden-agent.conf /bin/sh ' +
    '/opt/hostwarden-agent/hostwarden-agent.sh run >/dev/null 2>&1';
  it.each([
    [
      true,
      `@reboot hostwarden-agent ${command}\n* * * * * hostwarden-agent ${command}\n` +
        '* * * * * root mkdir -p /run/hostwarden-look && /bin/sh /opt/hostwarden-agent/hostwarden-agent.sh look ' +
        '/run/hostwarden-look/old-code if-changed >/dev/null 2>&1\n',
    ],
    [false, `* * * * * ${command}\n`],
  ])('with a user field (%s) start the agent every minute', (hasUserField, expected) => {
    expect(cronLines(DEFAULT_PATHS, hasUserField)).toBe(expected);
    expect(expected).not.toContain('%');
  });
});

describe('agent settings file', () => {
  const config = {
    server: 'https://10.0.0.1:8443',
    token_file: '/etc/t',
    state: '/run/a',
    version: '1.2.3',
    ca_file: null,
    pin: null,
  };
  it('contains one key=value line per setting that is set', () => {
    expect(agentConfigFile(config)).toBe(
      'server=https://10.0.0.1:8443\ntoken_file=/etc/t\nstate=/run/a\nversion=1.2.3\n',
    );
  });
  it('rejects a value with a line end', () => {
    expect(() => agentConfigFile({ ...config, server: 'http://a\npin=x' })).toThrow('server');
  });
});

describe('Windows scheduled task', () => {
  it('runs one instance as SYSTEM without time limit, and restarts every minute', () => {
    const xml = scheduledTaskXml();
    for (const part of [
      '<UserId>S-1-5-18</UserId>',
      '<MultipleInstancesPolicy>IgnoreNew<',
      '<ExecutionTimeLimit>PT0S<',
      '<Interval>PT1M<',
      '<BootTrigger>',
      '<RegistrationTrigger>',
    ])
      expect(xml).toContain(part);
  });
  it('escapes quotes and special characters in paths', () => {
    expect(scheduledTaskXml({ ...WINDOWS_PATHS, script: 'C:\\a & b\\<c>.ps1' })).toContain(
      '-File &quot;C:\\a &amp; b\\&lt;c&gt;.ps1&quot; run',
    );
    expect(registerTaskScript("C:\\it's")).toContain("ReadAllText('C:\\it''s')");
    expect(quoteWindows('a’b')).toBe("'a’’b'");
  });
});
