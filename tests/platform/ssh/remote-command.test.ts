import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
