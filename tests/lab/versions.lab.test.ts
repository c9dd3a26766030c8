import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { versionKey } from '../../src/versions/keys.js';
import type { VersionOrder } from '../../src/versions/order.js';
import { compareVersions } from '../../src/versions/versions.js';
import { pairsOf, type VersionPair } from './version.pairs.js';

// DPKG_PAIRS: dpkg itself is started once per pair, which takes 2 ms.
const PAIRS = Number(process.env.VERSION_PAIRS ?? 150_000);
const DPKG_PAIRS = Number(process.env.DPKG_PAIRS ?? 5_000);

const DPKG =
  'while read -r a op b; do if dpkg --compare-versions "$a" "$op" "$b"; then echo yes; else echo no; fi; done';
const PERL = 'my ($a, $b) = split; print version_compare($a, $b), "\\n"';
// Lua runs inside rpm, so it prints with rpm's comparison. A version without a release is older
// there too.
const LUA = (file: string): string =>
  `%{lua: for line in io.lines("${file}") do local a, b = line:match("(%S+) (%S+)"); ` +
  'print(rpm.vercmp(a, b) .. "\\n") end}';

/** Why a tool is unavailable; null: it is available. */
function whyNot(command: string, args: readonly string[]): string | null {
  const { status, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0
    ? null
    : `versions lab: ${command} ${args.join(' ')} can't be run (${error?.message ?? `exit code ${status}`}): skipped`;
}

function ask(command: string, args: readonly string[], lines: readonly string[]): string[] {
  const { stdout, stderr, status } = spawnSync(command, args, {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${command}: exit code ${status}: ${stderr.slice(0, 300)}`);
  return stdout.split('\n').filter((line) => line !== '');
}

const byKey = (order: VersionOrder, [a, b]: VersionPair): number =>
  Buffer.compare(versionKey(order, a), versionKey(order, b));

/** The pairs in which the comparison or the keys differ from the tool. */
function disagreements(
  order: VersionOrder,
  pairs: readonly VersionPair[],
  expected: readonly number[],
): string[] {
  expect(expected).toHaveLength(pairs.length);
  const wrong = pairs.flatMap((pair, i) => {
    const ours = [Math.sign(compareVersions(order, ...pair)), byKey(order, pair)];
    return ours.every((sign) => sign === expected[i])
      ? []
      : [`${pair.join(' ')}: ${expected[i]}, compared ${ours[0]}, by key ${ours[1]}`];
  });
  const signs = [-1, 0, 1].map((sign) => expected.filter((one) => one === sign).length);
  console.log(
    `${order}: ${pairs.length} pairs (${signs[0]} older, ${signs[1]} equal, ${signs[2]} newer), ` +
      `${wrong.length} disagreements`,
  );
  return wrong.slice(0, 20);
}

function reports(problem: string | null): boolean {
  if (problem !== null) console.log(problem);
  return problem !== null;
}

describe('order of versions', () => {
  it.skipIf(reports(whyNot('perl', ['-MDpkg::Version', '-e', '1'])))(
    'equals that of Dpkg::Version',
    () => {
      const pairs = pairsOf('dpkg', PAIRS);
      const expected = ask(
        'perl',
        ['-MDpkg::Version', '-ne', PERL],
        pairs.map((pair) => pair.join(' ')),
      ).map(Number);
      expect(disagreements('dpkg', pairs, expected)).toEqual([]);
    },
  );

  it.skipIf(reports(whyNot('dpkg', ['--version'])))(
    'equals that of dpkg itself',
    () => {
      const pairs = pairsOf('dpkg', DPKG_PAIRS, 2);
      const relations = pairs.map((pair) => ['lt', 'eq', 'gt'][byKey('dpkg', pair) + 1] ?? '');
      const expected = ask(
        'sh',
        ['-c', DPKG],
        pairs.map(([a, b], i) => `${a} ${relations[i]} ${b}`),
      );
      expect(
        disagreements(
          'dpkg',
          pairs,
          expected.map((answer, i) =>
            answer === 'yes' ? ['lt', 'eq', 'gt'].indexOf(relations[i] ?? '') - 1 : NaN,
          ),
        ),
      ).toEqual([]);
    },
    60_000 + DPKG_PAIRS * 10,
  );

  it.skipIf(reports(whyNot('rpm', ['--eval', '%{lua: print(rpm.vercmp("1", "2"))}'])))(
    'equals that of librpm',
    () => {
      const pairs = pairsOf('rpm', PAIRS);
      const folder = mkdtempSync(join(tmpdir(), 'hostwarden-versions-'));
      try {
        const file = join(folder, 'pairs');
        writeFileSync(file, pairs.map((pair) => `${pair.join(' ')}\n`).join(''));
        expect(
          disagreements('rpm', pairs, ask('rpm', ['--eval', LUA(file)], []).map(Number)),
        ).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it("equals that of npm's semver", () => {
    const pairs = pairsOf('semver', PAIRS);
    expect(
      disagreements(
        'semver',
        pairs,
        pairs.map(([a, b]) => semver.compare(a, b)),
      ),
    ).toEqual([]);
  });
});
