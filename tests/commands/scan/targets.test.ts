import { describe, expect, it } from 'vitest';
import {
  expandTargets as expand,
  parseExclusions,
  type ExpandOptions,
} from '../../../src/commands/scan/targets.js';
import {
  collectTargets,
  parseTargetList,
  splitList,
  targetNames,
} from '../../../src/commands/scan/targets.input.js';
import { parseTarget } from '../../../src/commands/scan/targets.parse.js';

const written = (texts: readonly string[]) => texts.flatMap((text) => splitList(text, null));
const expandTargets = (texts: readonly string[], options: ExpandOptions) =>
  expand(written(texts), options);

const addresses = (text: string, limit = 65_536): string[] => {
  const target = parseTarget(text, limit);
  return target.kind === 'addresses' ? target.ips : [`${target.kind}!`];
};

describe('scan target', () => {
  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['::0001', ['::1']],
    ['::ffff:10.0.0.1', ['10.0.0.1']],
    ['10.0.0.1-3', ['10.0.0.1', '10.0.0.2', '10.0.0.3']],
    ['10.0.0.5-5', ['10.0.0.5']],
    ['10.0.0.254-10.0.1.1', ['10.0.0.254', '10.0.0.255', '10.0.1.0', '10.0.1.1']],
    ['fd00::fffe-fd00::1:1', ['fd00::fffe', 'fd00::ffff', 'fd00::1:0', 'fd00::1:1']],
    ['10.0.0.0/30', ['10.0.0.1', '10.0.0.2']],
    ['10.0.0.0/31', ['10.0.0.0', '10.0.0.1']],
    ['10.0.0.7/32', ['10.0.0.7']],
    ['fd00::/126', ['fd00::', 'fd00::1', 'fd00::2', 'fd00::3']],
    ['::1/128', ['::1']],
    ['::ffff:10.0.0.0/126', ['10.0.0.1', '10.0.0.2']],
  ])('%s contains the addresses %j', (text, ips) => {
    expect(addresses(text)).toEqual(ips);
  });

  it('excludes only the network and broadcast addresses of a /24', () => {
    const ips = addresses('192.168.1.0/24');
    expect([ips.length, ips[0], ips.at(-1), new Set(ips).size]).toEqual([
      254,
      '192.168.1.1',
      '192.168.1.254',
      254,
    ]);
  });

  it('accepts blocks up to the limit', () => {
    expect(addresses('10.0.0.0/16')).toHaveLength(65_534);
    expect(addresses('fd00::/112')).toHaveLength(65_536);
    expect(parseTarget('10.0.0.0/15', 65_536)).toEqual({
      kind: 'error',
      message: '10.0.0.0/15 contains 131070 addresses; the maximum is 65536',
    });
    expect(addresses('fd00::/111')).toEqual(['error!']);
    expect(addresses('::/0')).toEqual(['error!']);
    expect(addresses('0.0.0.0-255.255.255.255')).toEqual(['error!']);
  });

  it.each([
    ['10.0.0.5/24', '10.0.0.5/24 has host bits set; did you mean 10.0.0.0/24?'],
    [
      '10.0.0.0/4',
      '10.0.0.0/4 has host bits set: a block of /4 starts at 0.0.0.0; use a longer prefix',
    ],
    ['fd00::5/64', 'fd00::5/64 has host bits set; did you mean fd00::/64?'],
    ['10.0.0.9-3', '10.0.0.9-3 start of range is after its end: 10.0.0.9 is after 10.0.0.3'],
    [
      '10.0.1.1-10.0.0.1',
      '10.0.1.1-10.0.0.1 start of range is after its end: 10.0.1.1 is after 10.0.0.1',
    ],
  ])('is rejected: %s, %s', (text, message) => {
    expect(parseTarget(text, 100)).toEqual({ kind: 'error', message });
  });

  it.each([
    '',
    ' ',
    '10.0.0',
    '10.0.0.256',
    '1234',
    '0x7f.1',
    '10.0.0.1-256',
    '10.0.0.1-',
    '10.0.0.1--5',
    '10.0.0.1-5-7',
    '10.0.0-5',
    '10.0.0.1-fd00::1',
    '10.0.0.1-10.0.0.300',
    'fd00::1-5',
    '-5',
    '10.0.0.0/',
    '10.0.0.0/33',
    '/24',
    'web/24',
    'http://web/',
    '10.0.0.1:80',
    'fe80::1%eth0',
    '-web',
    'web-',
    'we_b',
    'a..b',
    '.',
    '.web',
    'web..',
    'büro',
    'a b',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}ab`,
    '--json',
    'web\n',
  ])('rejects %j with a message', (text) => {
    expect(parseTarget(text, 65_536)).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/^\P{C}{10,200}$/u) as string,
    });
  });

  it.each([
    ['web', 'web'],
    ['localhost', 'localhost'],
    ['Web-1.Example.', 'web-1.example'],
    ['3com.example', '3com.example'],
    ['10.0.0.1-5.example', '10.0.0.1-5.example'],
    ['cafe-bad', 'cafe-bad'],
    [`${'a'.repeat(63)}.b`, `${'a'.repeat(63)}.b`],
  ])('parses %s as the name %s', (text, name) => {
    expect(parseTarget(text, 1)).toEqual({ kind: 'name', name });
  });
});

describe('expansion of scan targets', () => {
  const names: Record<string, string[]> = {
    web: ['10.0.0.2'],
    both: ['::1', '::ffff:127.0.0.1'],
    zoned: ['fe80::1%eth0'],
    none: [],
  };
  const resolve = async (name: string): Promise<string[]> =>
    names[name] ?? Promise.reject(new Error('ENOTFOUND'));

  it('returns distinct hosts in the order of the targets', async () => {
    expect(
      await expandTargets(['10.0.0.1-3', 'web', '::1', '10.0.0.0/30'], { limit: 10, resolve }),
    ).toEqual({
      ok: true,
      hosts: [
        { ip: '10.0.0.1', name: null },
        { ip: '10.0.0.2', name: 'web' },
        { ip: '10.0.0.3', name: null },
        { ip: '::1', name: null },
      ],
      unresolved: [],
    });
  });

  it('keeps the name of an address that is also given by IP', async () => {
    expect(await expandTargets(['web', '10.0.0.2'], { limit: 10, resolve })).toEqual({
      ok: true,
      hosts: [{ ip: '10.0.0.2', name: 'web' }],
      unresolved: [],
    });
  });

  it('uses every address of the resolver in canonical form', async () => {
    expect(await expandTargets(['both'], { limit: 10, resolve })).toEqual({
      ok: true,
      hosts: [
        { ip: '::1', name: 'both' },
        { ip: '127.0.0.1', name: 'both' },
      ],
      unresolved: [],
    });
  });

  it('names every invalid target', async () => {
    const result = await expandTargets(['10.0.0.1', 'missing', 'none', 'zoned', '10.0.0.300'], {
      limit: 10,
      resolve,
    });
    expect(result.ok ? [] : result.messages.map((m) => m.split(/[: ]/)[0])).toEqual([
      'missing',
      'none',
      'zoned',
      '10.0.0.300',
    ]);
  });

  it('leaves out names without an address if another target has one', async () => {
    expect(
      await expandTargets(['missing', '10.0.0.1', 'none,missing'], { limit: 10, resolve }),
    ).toEqual({
      ok: true,
      hosts: [{ ip: '10.0.0.1', name: null }],
      unresolved: ['missing', 'none'],
    });
    expect(await expandTargets(['missing', 'none'], { limit: 10, resolve })).toMatchObject({
      ok: false,
      messages: [expect.stringContaining('missing'), expect.stringContaining('none')],
    });
  });

  it('keeps the order of targets with many names', async () => {
    const ips = Array.from({ length: 40 }, (_, i) => `10.0.1.${i}`);
    const slowest = (name: string): Promise<string[]> =>
      new Promise((done) =>
        setTimeout(() => done([`10.0.1.${name.slice(1)}`]), 40 - Number(name.slice(1))),
      );
    const found = await expandTargets(
      ips.map((_, i) => `n${i}`),
      { limit: 100, resolve: slowest },
    );
    expect(found.ok && found.hosts.map(({ ip }) => ip)).toEqual(ips);
  });

  it('names the line of a list', async () => {
    const targets = parseTargetList('10.0.0.1\n10.0.0.300\n', 'hosts.txt');
    expect(await expand(targets, { limit: 10, resolve })).toMatchObject({
      messages: [expect.stringMatching(/^hosts\.txt, line 2: 10\.0\.0\.300 is neither/)],
    });
  });

  it('limits the number of distinct hosts of all targets', async () => {
    expect((await expandTargets(['10.0.0.1-4', '10.0.0.2-5'], { limit: 5, resolve })).ok).toBe(
      true,
    );
    expect(await expandTargets(['10.0.0.1-4', '10.0.0.2-6'], { limit: 5, resolve })).toEqual({
      ok: false,
      messages: ['More than 5 targets.'],
    });
  });
});

describe('exclusions of a scan', () => {
  const resolve = (name: string): Promise<string[]> =>
    Promise.resolve(name === 'both' ? ['10.0.0.2', '10.0.0.3'] : []);
  const hostsWithout = async (exclude: string, ...texts: string[]): Promise<unknown> => {
    const parsed = await parseExclusions(splitList(exclude, null), resolve);
    if (!parsed.ok) return parsed.messages;
    const found = await expandTargets(texts, { limit: 300, resolve, excluded: parsed.ranges });
    return found.ok ? found.hosts.map(({ ip }) => ip) : found.messages;
  };

  it.each([
    ['10.0.0.2', ['10.0.0.1', '10.0.0.3', '10.0.0.4']],
    ['10.0.0.1-2,10.0.0.4', ['10.0.0.3']],
    ['10.0.0.0/30', ['10.0.0.4']],
    ['10.0.0.4/31', ['10.0.0.1', '10.0.0.2', '10.0.0.3']],
    ['both', ['10.0.0.1', '10.0.0.4']],
    ['::/0', ['Every target is excluded.']],
    ['::ffff:10.0.0.1', ['10.0.0.2', '10.0.0.3', '10.0.0.4']],
  ])('%s leave %j', async (exclude, ips) => {
    expect(await hostsWithout(exclude, '10.0.0.1-4')).toEqual(ips);
  });

  it('are refused if they are invalid or do not resolve: they would be scanned', async () => {
    expect(await hostsWithout('10.0.0.1/24,missing', '10.0.0.1')).toHaveLength(2);
  });
});

describe('lists of targets', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['a, b ,', ['a', 'b']],
    ['a', ['a']],
    ['', ['']],
    [',', [',']],
  ])('with commas: %j', (text, expected) => {
    expect(splitList(text, null).map((target) => target.text)).toEqual(expected);
  });

  it('in a file have lines, blanks, commas and comments', () => {
    const text = '\ufeffa b\r\n# none\n\nc,d # e\n  f';
    expect(parseTargetList(text, 'x').map(({ text: target, where }) => [target, where])).toEqual([
      ['a', 'x, line 1'],
      ['b', 'x, line 1'],
      ['c', 'x, line 4'],
      ['d', 'x, line 4'],
      ['f', 'x, line 5'],
    ]);
  });

  it('are named by the path of their file, or by the content of standard input', async () => {
    const read = () => Promise.resolve(Buffer.from('a\nb\n'));
    const namesOf = async (targets: string[], file?: string) =>
      targetNames(targets, file, await collectTargets(targets, file, read));
    expect(await namesOf(['x,y'])).toEqual(['x', 'y']);
    expect(await namesOf(['x'], '/etc/hosts.txt')).toEqual(['x', '--targets', '/etc/hosts.txt']);
    expect(await namesOf(['x'], '-')).toEqual(['x', 'a', 'b']);
    expect(await namesOf(['-'])).toEqual(['a', 'b']);
  });

  it.each([
    ['is empty', '# nothing\n', /contains no targets/],
    ['is binary', 'a\0b', /is not a list/],
  ])('are refused if the file %s', async (_what, text, message) => {
    const read = () => Promise.resolve(Buffer.from(text));
    await expect(collectTargets([], 'x', read)).rejects.toThrow(message);
  });
});
