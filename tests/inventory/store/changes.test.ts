import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  diffInventories,
  type ItemChange,
  type Versioned,
} from '../../../src/inventory/store/changes.js';

const p = (
  name: string,
  version: string,
  architecture: string | null = 'x86_64',
  format = 'rpm',
): Versioned => ({ format, name, architecture, version });
const summarize = (changes: ItemChange<Versioned>[]): string[] =>
  changes.map(
    ({ change, from, to }) =>
      `${change} ${(to ?? from)?.name}.${(to ?? from)?.architecture} ${from?.version ?? '-'} ${to?.version ?? '-'}`,
  );

describe('the difference of two package lists', () => {
  const table: [string, Versioned[], Versioned[], string[]][] = [
    ['no change for equal lists', [p('a', '1')], [p('a', '1')], []],
    [
      'an upgrade, by the order of the format',
      [p('a', '1.9-1')],
      [p('a', '1.10-1')],
      ['upgraded a.x86_64 1.9-1 1.10-1'],
    ],
    ['a downgrade', [p('a', '1:1-1')], [p('a', '2-1')], ['downgraded a.x86_64 1:1-1 2-1']],
    [
      'a downgrade to a pre-release with a tilde',
      [p('a', '1.0', null, 'dpkg')],
      [p('a', '1.0~rc1', null, 'dpkg')],
      ['downgraded a.null 1.0 1.0~rc1'],
    ],
    [
      'an installed and a removed package, by name',
      [p('b', '1')],
      [p('a', '1')],
      ['installed a.x86_64 - 1', 'removed b.x86_64 1 -'],
    ],
    [
      'a kernel installed beside another one',
      [p('kernel', '1-1')],
      [p('kernel', '1-1'), p('kernel', '2-1')],
      ['installed kernel.x86_64 - 2-1'],
    ],
    [
      'a new kernel that replaces the oldest of two',
      [p('kernel', '1-1'), p('kernel', '2-1')],
      [p('kernel', '2-1'), p('kernel', '3-1')],
      ['installed kernel.x86_64 - 3-1', 'removed kernel.x86_64 1-1 -'],
    ],
    [
      'upgrades of two architectures of one package',
      [p('libc', '1'), p('libc', '1', 'i686')],
      [p('libc', '2'), p('libc', '2', 'i686')],
      ['upgraded libc.i686 1 2', 'upgraded libc.x86_64 1 2'],
    ],
    [
      'another architecture as installed and removed',
      [p('a', '1')],
      [p('a', '1', 'noarch')],
      ['installed a.noarch - 1', 'removed a.x86_64 1 -'],
    ],
  ];
  it.each(table)('reports %s', (_name, before, after, expected) => {
    expect(summarize(diffInventories(before, after))).toEqual(expected);
  });
});

/** Applies changes to a list, which is a set of `name.architecture version`. */
function apply(list: ReadonlySet<string>, changes: readonly ItemChange<Versioned>[]): Set<string> {
  const next = new Set(list);
  for (const { from } of changes)
    if (from && !next.delete(identify(from))) throw new Error(`${identify(from)} was not there`);
  for (const { to } of changes) if (to) next.add(identify(to));
  return next;
}
const identify = (v: Versioned): string => `${v.name}.${v.architecture} ${v.version}`;

it('yields the list after when its changes are applied to the list before', () => {
  const one = fc.record({
    format: fc.constant('rpm'),
    name: fc.constantFrom('a', 'b', 'c', 'kernel'),
    architecture: fc.constantFrom(null, 'x86_64', 'noarch'),
    version: fc.constantFrom('1', '1.0', '2', '10', '1:1', '2~rc'),
  });
  const list = fc.uniqueArray(one, { selector: identify, maxLength: 12 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const changes = diffInventories(before, after);
      expect(apply(new Set(before.map(identify)), changes)).toEqual(new Set(after.map(identify)));
      for (const { change, from, to } of changes)
        expect([from === null, to === null]).toEqual([
          change === 'installed',
          change === 'removed',
        ]);
    }),
  );
});
