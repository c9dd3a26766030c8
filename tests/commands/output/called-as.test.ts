import { describe, expect, it } from 'vitest';
import { calledAs, writeCommands, type Call } from '../../../src/commands/output/called-as.js';

describe('how the program was called', () => {
  const call = (more: Partial<Call>): string =>
    calledAs({ script: '/work/app/dist/main.js', cwd: '/work/app', env: {}, ...more });

  it.each<[Partial<Call>, string]>([
    [{ script: '/usr/local/bin/hostwarden' }, 'hostwarden'],
    [{ script: '/usr/local/bin/hostwarden', dataDir: '/var/d' }, 'hostwarden --data-dir /var/d'],
    [
      { script: '/work/app/node_modules/.bin/hostwarden', env: { npm_command: 'exec' } },
      'npx hostwarden',
    ],
    [{}, 'node dist/main.js'],
    [{ dataDir: './data' }, 'node dist/main.js --data-dir ./data'],
    [{ cwd: '/home/me' }, 'node /work/app/dist/main.js'],
    [{ dataDir: 'my data' }, "node dist/main.js --data-dir 'my data'"],
    [{ dataDir: "a'b" }, String.raw`node dist/main.js --data-dir 'a'\''b'`],
    [{ env: { INIT_CWD: '/work/app' }, dataDir: './data' }, 'node dist/main.js --data-dir ./data'],
    [
      { env: { INIT_CWD: '/work/app/docs' }, dataDir: './data' },
      'node /work/app/dist/main.js --data-dir /work/app/data',
    ],
  ])('%j is %s', (given, text) => expect(call(given)).toBe(text));
});

describe('commands in a text', () => {
  const write = (text: string, isQuotedOnly = false): string =>
    writeCommands(text, 'node dist/main.js', ['feed', 'scan', 'diff'], isQuotedOnly);

  it.each([
    ['run `hostwarden feed update`.', 'run `node dist/main.js feed update`.'],
    [
      'see "hostwarden diff 1", and hostwarden scan',
      'see "node dist/main.js diff 1", and node dist/main.js scan',
    ],
    ['hostwarden 0.1.0 listens', 'hostwarden 0.1.0 listens'],
    ['hostwarden feeder', 'hostwarden feeder'],
    ['/usr/bin/hostwarden feed', '/usr/bin/hostwarden feed'],
    ['no command', 'no command'],
  ])('%s becomes %s', (text, expected) => expect(write(text)).toBe(expected));

  it('are left alone where they may be data', () => {
    expect(write('hostwarden scan `hostwarden scan x` (hostwarden feed list)', true)).toBe(
      'hostwarden scan `node dist/main.js scan x` (node dist/main.js feed list)',
    );
  });
});
