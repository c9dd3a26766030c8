import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentConfigFile,
  cronLines,
  DEFAULT_PATHS,
  openrcService,
  systemdUnit,
} from '../../src/agents/service-files.js';
import {
  quoteWindows,
  registerTaskScript,
  scheduledTaskXml,
  WINDOWS_PATHS,
} from '../../src/agents/windows-task.js';
import { find } from '../support/agent-process.js';

describe('the unit for systemd', () => {
  it('runs the agent as its own user, brings it back, and lets it write to nothing else', () => {
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

  it('does not hide the kernels that lie ready', () => {
    expect(systemdUnit()).not.toContain('ProtectKernelModules');
  });

  it.runIf(find('systemd-analyze') !== null)('is understood by systemd', () => {
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

describe('the service for OpenRC', () => {
  it('is a script that needs no other service by name', () => {
    const script = openrcService();
    expect(() => execFileSync('sh', ['-n'], { input: script })).not.toThrow();
    expect(script).toMatch(/^#!\/sbin\/openrc-run\n/);
    expect(script).not.toMatch(/^\s*need /m);
    expect(script).toContain('supervisor=supervise-daemon\n');
  });
});

describe('the lines for cron', () => {
  const command =
    'HOSTWARDEN_AGENT_CONFIG=/opt/hostwarden-agent/hostwarden-agent.conf /bin/sh /opt/hostwarden-agent/hostwarden-agent.sh run >/dev/null 2>&1';
  it.each([
    [true, `@reboot hostwarden-agent ${command}\n* * * * * hostwarden-agent ${command}\n`],
    [false, `* * * * * ${command}\n`],
  ])('with a user: %s', (withUser, expected) => {
    expect(cronLines(DEFAULT_PATHS, withUser)).toBe(expected);
    expect(expected).not.toContain('%');
  });
});

describe('the settings of an agent', () => {
  const config = {
    server: 'https://10.0.0.1:8443',
    token_file: '/etc/t',
    state: '/run/a',
    version: '1.2.3',
    ca_file: null,
    pin: null,
  };
  it('are lines of key and value, without those that are not set', () => {
    expect(agentConfigFile(config)).toBe(
      'server=https://10.0.0.1:8443\ntoken_file=/etc/t\nstate=/run/a\nversion=1.2.3\n',
    );
  });
  it('are refused with a line end inside', () => {
    expect(() => agentConfigFile({ ...config, server: 'http://a\npin=x' })).toThrow('server');
  });
});

describe('the task for Windows', () => {
  it('runs as SYSTEM, once at a time, without end, and comes back each minute', () => {
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
  it('keeps paths with quotes and signs in one piece', () => {
    expect(scheduledTaskXml({ ...WINDOWS_PATHS, script: 'C:\\a & b\\<c>.ps1' })).toContain(
      '-File &quot;C:\\a &amp; b\\&lt;c&gt;.ps1&quot; run',
    );
    expect(registerTaskScript("C:\\it's")).toContain("ReadAllText('C:\\it''s')");
    expect(quoteWindows('a’b')).toBe("'a’’b'");
  });
});
