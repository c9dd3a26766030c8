import { describe, expect, it } from 'vitest';
import { range, record } from '../../../support/stored-records.js';
import { at, facts, rpm, type Feeds } from '../matching.js';

const EL8 = ['AlmaLinux:8'];
const build = (version: string, n = 3) => `${version}-1.module_el8.${n}.0+2010+7c76a223`;
const feeds = (name: string, fixed: string, module: string | null): Feeds => ({
  'osv-almalinux': [
    record('ALSA-1:CVE-2031-1', {
      ranges: [range(name, fixed, { order: 'rpm', module, ...at(EL8[0] ?? '', 'binary', name) })],
    }),
  ],
});
const confidences = (data: Feeds, name: string, version: string, more = {}) =>
  facts(data, rpm(name, version, more), EL8).map(({ confidence }) => confidence);

describe('a module build without a label', () => {
  it.each([
    ['php', 'php', '7.2.24', 'php:7.2', '7.2.24', ['possible']],
    ['php-cli', 'php', '7.2.24', 'php:7.2', '7.2.34', ['possible']],
    ['php', 'php', '7.2.24', 'php:7.4', '7.4.30', []],
    ['postgresql', 'postgresql', '12.1', 'postgresql:12', '12.22', ['possible']],
    ['postgresql', 'postgresql', '1.2', 'postgresql:12', '12.22', []],
    ['podman', 'podman', '4.4.1', 'container-tools:rhel8', '4.9.4', ['possible']],
    ['virt-v2v', 'virt-v2v', '1.38.4', 'virt:rhel', '1.42.0', ['possible']],
    ['mod_http2', 'mod_http2', '1.11.3', 'httpd:2.4', '1.15.7', ['possible']],
    ['php', 'php', '7.2.24', '*', '7.2.24', ['possible']],
    ['php', 'php', '7.2.24', '*', '7.4.30', []],
  ])('of %s (%s %s) may be of the stream %s with the fix %s: %j', (...row) => {
    const [name, source, version, stream, fixed, expected] = row;
    const data = feeds(name, build(fixed, 10), stream);
    expect(confidences(data, name, build(version), { source })).toEqual(expected);
  });

  it('does not have the flaws of builds that are of no module', () => {
    expect(confidences(feeds('php', '7.2.24-9.el8', null), 'php', build('7.2.24'))).toEqual([]);
  });

  it('is not affected at or above the fix', () => {
    const data = feeds('php', build('7.2.24'), 'php:7.2');
    expect(confidences(data, 'php', build('7.2.24'))).toEqual([]);
  });

  it('is of its stream with a label', () => {
    const data = feeds('php', build('7.2.24', 10), 'php:7.2');
    const label = (stream: string) => ({ module: `php:${stream}:8030020200000000:abcdef12` });
    expect(confidences(data, 'php', build('7.2.24'), label('7.2'))).toEqual(['confirmed']);
    expect(confidences(data, 'php', build('7.2.24'), label('7.3'))).toEqual([]);
  });
});
