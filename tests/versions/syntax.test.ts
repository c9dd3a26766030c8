import { describe, expect, it } from 'vitest';
import { hasApkOrder } from '../../src/versions/apk.js';
import { isValidVersion } from '../support/valid-version.js';
import type { VersionOrder } from '../../src/versions/order.js';
import { fixture, realVersions } from './facts.js';

const findWrong = (order: VersionOrder, isValid: boolean, versions: readonly string[]): string[] =>
  versions.filter((version) => isValidVersion(order, version) !== isValid);

describe('version syntax', () => {
  it('accepts the versions that apk accepts', () => {
    const lines = fixture('apk-valid')
      .split('\n')
      .flatMap((line) => /^(valid|invalid) (\S+)$/.exec(line)?.slice(1).join(' ') ?? []);
    expect(lines).toHaveLength(30);
    expect(
      lines.filter(
        (line) => isValidVersion('apk', line.split(' ')[1] ?? '') !== line.startsWith('valid'),
      ),
    ).toEqual([]);
    expect(findWrong('apk', true, realVersions('apk'))).toEqual([]);
    expect(
      findWrong('apk', false, ['4.8.0.-r1', '6.6.2p1-r0', '0.8.21.r2', '1.11-20-r0', '']),
    ).toEqual([]);
  });

  it('has a position in the order of apk for valid versions and those with a number after a letter (apk 2)', () => {
    expect(
      [...realVersions('apk'), ...realVersions('apk-letters')].filter(
        (version) => !hasApkOrder(version),
      ),
    ).toEqual([]);
    expect(
      [
        '4.8.0.-r1',
        '0.8.21.r2',
        '1.11-20-r0',
        '0.1bc1',
        '0.1a.1',
        '1.2a3.',
        '1.2a3bc',
        '1-r1-r2',
        'a1',
        '',
      ].filter(hasApkOrder),
    ).toEqual([]);
    expect(findWrong('apk', false, ['1.9.5p2-r0', '2.0b4'])).toEqual([]);
  });

  it('accepts the versions that dpkg accepts', () => {
    expect(
      findWrong('dpkg', true, [
        '1',
        '0',
        '1.0-1',
        '1:2:3',
        '1:1.0-1-2',
        '2147483647:1',
        '1.0+b1~x-0ubuntu1~22.04.1',
        '1a',
        '1.0-a',
      ]),
    ).toEqual([]);
    expect(
      findWrong('dpkg', false, [
        '',
        'foo',
        '1.0_x',
        '1:a',
        '1-',
        '1:',
        ':1',
        'a:1',
        '99999999999:1',
        '1 2',
        '1.0-a:b',
        '1.0-a_b',
        '-1',
        '1:-1',
        '1\n',
        'é',
      ]),
    ).toEqual([]);
  });

  it('accepts the versions that rpmbuild accepts', () => {
    expect(
      findWrong('rpm', true, [
        '1.2',
        '1.2-3.el9',
        '1:2.0~rc1^git1-1',
        'a',
        '1+2_3-4',
        ...realVersions('rpm')
          .filter((v) => !/[^ -~]|\.\./.test(v))
          .slice(-500),
      ]),
    ).toEqual([]);
    expect(
      findWrong('rpm', false, ['', '1-2-3', '1 2', '1,2', 'x:1', '1-', '-1', '1..2', 'é', ':1']),
    ).toEqual([]);
  });

  it('accepts the versions of Semantic Versioning', () => {
    expect(
      findWrong('semver', true, [
        '1.2.3',
        'v1.2.3',
        '1.2.3-0.a.-.1b+001.x',
        '0.0.0',
        '1.0.0--',
        '9007199254740991.0.0',
      ]),
    ).toEqual([]);
    expect(
      findWrong('semver', false, [
        '',
        '1',
        '1.2',
        '1.2.3.4',
        '01.2.3',
        '1.2.3-01',
        '1.2.3-',
        '1.2.3+',
        '1.2.3-a..b',
        '=1.2.3',
        '9007199254740992.0.0',
        '1.2.3\n',
        `1.2.3-${'a'.repeat(260)}`,
      ]),
    ).toEqual([]);
  });

  it('accepts a generic version with a letter or a digit and without control characters', () => {
    expect(findWrong('generic', true, ['9.2p1', 'R2', '12.2(33)sxi', '1.0 beta', 'é'])).toEqual([]);
    expect(
      findWrong('generic', false, ['', '-', '*', '1\u0000', '1\u001b[2J', '9'.repeat(4097)]),
    ).toEqual([]);
  });
});
