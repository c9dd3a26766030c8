import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutOf, type LinuxLayout } from '../../../src/agents/operations/remote/linux.layout.js';
import {
  cleanUpScript,
  stageScript,
  type AgentFiles,
} from '../../../src/agents/operations/remote/linux.scripts.js';
import { temporaryFolder } from '../../support/database.js';

const TOKEN = 'the-token-of-the-agent';
const FILES: AgentFiles = { script: 'exit 0', config: 'a=b', token: TOKEN, ca: 'a certificate' };
const OTHER_USER = 65_534;
const USER = 'daemon'; // every system has it, so that no test creates a user

/** The layout of a host below a folder that every user may enter. */
function testHost(user: string): LinuxLayout {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  mkdirSync(join(root, 'etc'), { mode: 0o755 });
  writeFileSync(join(root, 'etc/passwd'), `${user}:x:1:1::/:/bin/false\n`);
  const facts = { manager: 'systemd', cron: null, canMakeUsers: true, hasUser: true } as const;
  const layout = layoutOf(facts, root);
  return { ...layout, paths: { ...layout.paths, user } };
}

const stage = (layout: LinuxLayout): string => stageScript(layout, FILES, 'END-OF-FILE');

/** Tries to read the token as another user, until its input ends; prints how often it could. */
const WATCHER = `
const { readFileSync } = require('node:fs');
let seen = 0;
process.stdin.on('end', () => { console.log(seen); process.exit(); }).resume();
const look = () => {
  for (let i = 0; i < 200; i += 1)
    for (const file of process.argv.slice(1))
      try { if (readFileSync(file, 'utf8') !== '') seen += 1; } catch {}
  setImmediate(look);
};
console.log('ready');
look();
`;

describe('the script that puts an agent on a Linux host', () => {
  it('opens the folder to other users at last, after every owner and mode', () => {
    const lines = stage(testHost(USER)).split('\n');
    const last = (text: RegExp): number => lines.findLastIndex((line) => text.test(line));
    const first = (text: RegExp): number => lines.findIndex((line) => text.test(line));
    const opened = last(/chmod 0755 "\$D\.new"/);
    expect(opened).toBeGreaterThan(0);
    expect(first(/^umask 077/)).toBeLessThan(first(/mkdir -m 0700 "\$D\.new"/));
    for (const change of [/cat > /, /\bchown /, /chmod 06/])
      expect(opened, String(change)).toBeGreaterThan(last(change));
    expect(last(/chmod (-R|[0-7]+ "\$D\.new"\/\*)|chown -R/)).toBe(-1);
  });

  it.skipIf(process.getuid?.() !== 0)('gives each file its owner and mode', () => {
    const layout = testHost(USER);
    const { status, stderr } = spawnSync('sh', ['-s'], { input: stage(layout), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const folder = `${layout.folder}.new`;
    const modeOf = (file: string): string => (statSync(file).mode & 0o7777).toString(8);
    expect(modeOf(join(layout.root, 'opt'))).toBe('755');
    expect(modeOf(folder)).toBe('755');
    const modes = Object.fromEntries(
      readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]),
    );
    expect(modes).toEqual({
      'hostwarden-agent.conf': '644',
      'hostwarden-agent.sh': '644',
      'look.service': '644',
      'look.timer': '644',
      'server.pem': '644',
      service: '644',
      token: '640',
      unverified: '644',
    });
    const { uid, gid } = statSync(join(folder, 'token'));
    expect(uid).toBe(0);
    expect(gid).not.toBe(0);
  });

  it('shows the token to no other user at any time', async (context) => {
    if (process.getuid?.() !== 0) {
      console.log('skipped: only root can watch as another user');
      return context.skip();
    }
    const layouts = [testHost(USER), testHost('root')];
    const watched = layouts.flatMap(({ folder }) => [`${folder}.new/token`, `${folder}/token`]);
    const watcher = spawn(process.execPath, ['-e', WATCHER, ...watched], {
      uid: OTHER_USER,
      gid: OTHER_USER,
      cwd: '/',
    });
    let printed = '';
    watcher.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
    });
    await expect.poll(() => printed, { timeout: 30_000 }).toContain('ready');
    for (let i = 0; i < 15; i += 1)
      for (const layout of layouts)
        for (const input of [stage(layout), cleanUpScript(layout.root)])
          expect(spawnSync('sh', ['-s'], { input }).status).toBe(0);
    watcher.stdin.end();
    await new Promise((resolve) => {
      watcher.on('close', resolve);
    });
    expect(printed).toBe('ready\n0\n');
  }, 60_000);
});
