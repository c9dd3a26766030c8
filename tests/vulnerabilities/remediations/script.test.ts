import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  groupByPlan,
  type RemediableFinding,
} from '../../../src/vulnerabilities/remediations/group.js';
import { toRemediation } from '../../../src/vulnerabilities/remediations/remediations.js';
import { toScript } from '../../../src/vulnerabilities/remediations/script.js';
import { describeRemediation } from '../../../src/vulnerabilities/remediations/text.js';
import { finding, RPM } from './finding.js';

const HOST = { ip: '10.0.0.1', name: 'web-1' };

function script(findings: RemediableFinding[], host = HOST): string {
  const text = toScript(host, groupByPlan(findings).map(toRemediation));
  execFileSync('sh', ['-n'], { input: text });
  return text;
}

const commands = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('the script for a host', () => {
  it('refreshes the package index once, and has each command', () => {
    const text = script([
      finding({ package: 'a', risk: 60 }),
      finding({ package: 'b', fixed_version: null }),
      finding({ package: 'c' }, { state: 'subscription' }),
    ]);
    expect(commands(text)).toEqual([
      'set -eu',
      'apt-get update',
      'apt-get install --only-upgrade a',
      'apt-get install --only-upgrade c',
    ]);
    expect(text).toContain('# Attach a subscription first: pro attach\n');
    expect(text).toContain('# No fix for b: monitor the advisories\n');
  });

  const hostile = [
    'a\nreboot',
    'x`reboot`',
    '$(reboot)',
    "'; reboot; '",
    '\u2028reboot',
    '\u001b[2J',
    '-o=x',
  ];

  it.each(hostile)('contains nothing but comments of a host and a package named %j', (name) => {
    const text = script([finding({ package: name })], { ip: '10.0.0.1', name });
    expect(commands(text)).toEqual(['set -eu']);
  });

  it.each(hostile)('quotes a kernel of the version %j', (version) => {
    const text = script([
      finding(
        { package: 'kernel-core', installed_version: version },
        { ...RPM, not_running: true },
      ),
    ]);
    const shown = text.replace('dnf remove', 'printf %s');
    expect(execFileSync('sh', ['-s'], { input: shown, encoding: 'utf8' })).toBe(
      `kernel-core-${version}`,
    );
  });
});

describe('the text of a remediation', () => {
  it('names the command, what it fixes, and what it needs', () => {
    const names = ['httpd', 'httpd-core', 'mod_ssl'];
    const [group] = groupByPlan([
      ...names.map((name) => finding({ package: name }, RPM)),
      finding({ package: 'httpd', vulnerability_id: 'CVE-2024-2', isKnownExploited: true }, RPM),
    ]);
    expect(group && describeRemediation(toRemediation(group))).toEqual({
      what: 'dnf upgrade httpd …',
      effect: 'fixes 2 vulnerabilities (1 known exploited), 4 findings, 3 packages, restart needed',
    });
  });

  it('is the title where no command exists', () => {
    const [group] = groupByPlan([finding({ fixed_version: null })]);
    expect(group && describeRemediation(toRemediation(group))).toEqual({
      what: 'No fix for a: monitor the advisories',
      effect: 'leaves 1 vulnerability',
    });
  });
});
