import { describe, expect, it } from 'vitest';
import { expandTargets, parseTarget } from '../../../src/commands/scan/targets.js';

const addresses = (text: string, limit = 65_536): string[] => {
  const target = parseTarget(text, limit);
  return target.kind === 'addresses' ? target.ips : [`${target.kind}!`];
};

describe('parseTarget', () => {
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
  ])('%s is %j', (text, ips) => {
    expect(addresses(text)).toEqual(ips);
  });

  it('leaves out the network and broadcast address of a /24, and no other', () => {
    const ips = addresses('192.168.1.0/24');
    expect([ips.length, ips[0], ips.at(-1), new Set(ips).size]).toEqual([
      254,
      '192.168.1.1',
      '192.168.1.254',
      254,
    ]);
  });

  it('takes blocks as large as the limit, and none larger', () => {
    expect(addresses('10.0.0.0/16')).toHaveLength(65_534);
    expect(addresses('fd00::/112')).toHaveLength(65_536);
    expect(parseTarget('10.0.0.0/15', 65_536)).toEqual({
      kind: 'error',
      message: '10.0.0.0/15 is 131070 addresses; at most 65536 can be scanned at once',
    });
    expect(addresses('fd00::/111')).toEqual(['error!']);
    expect(addresses('::/0')).toEqual(['error!']);
    expect(addresses('0.0.0.0-255.255.255.255')).toEqual(['error!']);
  });

  it.each([
    ['10.0.0.5/24', '10.0.0.5/24 has host bits set; did you mean 10.0.0.0/24?'],
    ['fd00::5/64', 'fd00::5/64 has host bits set; did you mean fd00::/64?'],
    ['10.0.0.9-3', '10.0.0.9-3 runs backwards: 10.0.0.3 is before 10.0.0.9'],
    ['10.0.1.1-10.0.0.1', '10.0.1.1-10.0.0.1 runs backwards: 10.0.0.1 is before 10.0.1.1'],
  ])('%s is refused: %s', (text, message) => {
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
  ])('%j is refused with a message', (text) => {
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
  ])('%s is a name', (text, name) => {
    expect(parseTarget(text, 1)).toEqual({ kind: 'name', name });
  });
});

describe('expandTargets', () => {
  const names: Record<string, string[]> = {
    web: ['10.0.0.2'],
    both: ['::1', '::ffff:127.0.0.1'],
    odd: ['fe80::1%eth0'],
    none: [],
  };
  const resolve = async (name: string): Promise<string[]> =>
    names[name] ?? Promise.reject(new Error('ENOTFOUND'));

  it('gives distinct hosts in the order of the targets', async () => {
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
    });
  });

  it('keeps the name of an address that is given again', async () => {
    expect(await expandTargets(['web', '10.0.0.2'], { limit: 10, resolve })).toEqual({
      ok: true,
      hosts: [{ ip: '10.0.0.2', name: 'web' }],
    });
  });

  it('takes every address the resolver gives, canonically', async () => {
    expect(await expandTargets(['both'], { limit: 10, resolve })).toEqual({
      ok: true,
      hosts: [
        { ip: '::1', name: 'both' },
        { ip: '127.0.0.1', name: 'both' },
      ],
    });
  });

  it('names every target that can not be used', async () => {
    const result = await expandTargets(['10.0.0.1', 'gone', 'none', 'odd', '10.0.0.300'], {
      limit: 10,
      resolve,
    });
    expect(result.ok ? [] : result.messages.map((m) => m.split(/[: ]/)[0])).toEqual([
      'gone',
      'none',
      'odd',
      '10.0.0.300',
    ]);
  });

  it('counts distinct hosts of all targets together', async () => {
    expect((await expandTargets(['10.0.0.1-4', '10.0.0.2-5'], { limit: 5, resolve })).ok).toBe(
      true,
    );
    expect(await expandTargets(['10.0.0.1-4', '10.0.0.2-6'], { limit: 5, resolve })).toEqual({
      ok: false,
      messages: ['The targets are more than 5 hosts together.'],
    });
  });
});
