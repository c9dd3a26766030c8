import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyShellLine } from '../../../src/platform/ssh/quote.js';
import { createStartDetector } from '../../../src/platform/ssh/start-marker.js';
import { find } from '../../support/agent-process.js';
import { killCommand, remoteCommand } from '../../../src/platform/ssh/remote-command.js';

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

describe('remote command line', () => {
  it.each([true, false])('can be killed with all child processes: %s', async (detached) => {
    const child = spawn('sh', ['-c', '(sleep 61 & echo $!; wait) & echo $!; wait'], {
      detached,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      output += chunk.toString();
      if (output.trim().split('\n').length === 2) break;
    }
    const family = [child.pid ?? 0, ...output.trim().split('\n').map(Number)];
    expect(family.filter(isAlive)).toEqual(family);
    expect(spawnSync('sh', ['-c', killCommand(child.pid ?? 0)]).status).toBe(0);
    await expect.poll(() => family.filter(isAlive)).toEqual([]);
  });

  it('never contains a password, only its prompt', () => {
    const line = remoteCommand('echo hi', {
      token: 'abc',
      elevation: { kind: 'sudo_password', pty: false },
      stdinBytes: 0,
    });
    expect(line).toContain('sudo -S -k -p');
    expect(line).toContain('abc');
  });
});

/** Returns a home whose startup files print a line in each shell. */
function talkativeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'talkative-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const file of ['.bashrc', '.zshenv', '.cshrc', '.config/fish/config.fish']) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), 'echo "Welcome to web-1"\n');
  }
  return home;
}

const SHELLS = ['sh', 'bash', 'zsh', 'tcsh', 'csh', 'fish', 'mksh', 'yash', 'posh'];
const shells = SHELLS.filter((shell) => find(shell) !== null);

/** Runs a line as an SSH server does: by the login shell, with its startup files. */
const runIn = (shell: string, line: string, input = ''): { stdout: Buffer; stderr: Buffer } =>
  spawnSync(shell, ['-c', line], {
    input,
    env: { HOME: talkativeHome(), PATH: process.env.PATH, SSH_CLIENT: '::1 1 22', SHLVL: '0' },
  });

describe.each(shells)('a command whose login shell is %s', (shell) => {
  const script =
    'if ! false; then\n\tprintf \'%s|\' "$#" \'a\\b\' "it\'s" $((1+1)) `echo x` ~ "!!" "%d" "é"\nfi\ncat';

  it('is passed to sh unchanged, with its input', () => {
    const { stdout } = runIn(shell, anyShellLine(script), 'input');
    const expected = spawnSync('sh', ['-c', script], {
      input: 'input',
      env: { HOME: 'x', PATH: process.env.PATH },
    });
    const own = stdout.toString().replace('Welcome to web-1\n', '');
    expect(own.replace(/\/[^|]*talkative-[^|]*/, 'x')).toBe(expected.stdout.toString());
  });

  it('returns its own output only, on both streams', () => {
    const token = 'a1b2c3d4e5f6';
    const command = "cat; echo 'it''s' >&2";
    const line = remoteCommand(command, { token, elevation: null, stdinBytes: 0 });
    const { stdout, stderr } = runIn(shell, line, 'input');
    expect(createStartDetector(token).feed(stdout).rest.toString()).toBe('input');
    expect(createStartDetector(token).feed(stderr).rest.toString()).toBe('its\n');
  });
});

describe('a line for any shell', () => {
  it('has no character that csh or fish reads inside of single quotes', () => {
    const all = Array.from({ length: 127 }, (_, i) => String.fromCharCode(i + 1)).join('');
    const [, encoded = ''] = /' sh '(.*)'$/s.exec(anyShellLine(all)) ?? [];
    expect(encoded).not.toMatch(/[\n!']|\\[^n0]/);
    expect(spawnSync('sh', ['-c', `printf %b '${encoded}'`]).stdout.toString()).toBe(all);
  });

  it('refuses a NUL byte', () => {
    expect(() => anyShellLine('a\0b')).toThrow(RangeError);
  });
});
