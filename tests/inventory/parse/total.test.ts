import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSections } from '../../../src/inventory/report/parse-report.js';
import type { Parsed } from '../../../src/inventory/inventory.js';
import { parseApk } from '../../../src/inventory/parse/packages/apk.js';
import { parseCpuinfo } from '../../../src/inventory/parse/cpuinfo.js';
import { parseDpkg } from '../../../src/inventory/parse/packages/dpkg.js';
import { parseOsRelease } from '../../../src/inventory/parse/os-release.js';
import { parsePacman } from '../../../src/inventory/parse/packages/pacman.js';
import { parseHostname, parseMeminfo, parseUptime } from '../../../src/inventory/parse/proc.js';
import { parseReboot } from '../../../src/inventory/parse/reboot.js';
import { parseRedhatRelease } from '../../../src/inventory/parse/redhat-release.js';
import { parseRpm } from '../../../src/inventory/parse/packages/rpm.js';
import { parseUname } from '../../../src/inventory/parse/uname.js';
import {
  parseWindowsHotfixes,
  parseWindowsPrograms,
} from '../../../src/inventory/parse/packages/windows.programs.js';
import { parseWindowsSystem } from '../../../src/inventory/parse/windows.system.js';

const parsers: Record<string, (text: string) => Parsed<unknown>> = {
  apk: parseApk,
  cpuinfo: parseCpuinfo,
  dpkg: parseDpkg,
  'os-release': parseOsRelease,
  pacman: parsePacman,
  hostname: parseHostname,
  meminfo: parseMeminfo,
  uptime: parseUptime,
  reboot: parseReboot,
  'redhat-release': parseRedhatRelease,
  rpm: parseRpm,
  uname: parseUname,
  'windows-programs': parseWindowsPrograms,
  'windows-hotfixes': parseWindowsHotfixes,
  windows: parseWindowsSystem,
};

/** Text of tokens of the formats, which passes the first checks of a parser. */
const pieces = fc.constantFrom(
  '\n',
  '\r\n',
  '\t',
  ':',
  '=',
  '"',
  "'",
  '\\',
  ' ',
  '%NAME%\n',
  'P:',
  'V:',
  '{"name":',
  '}',
  'processor',
  'ID=',
  'Linux ',
  '1.2-3',
  ' release ',
  '-',
  '.src.rpm',
  '\u202e',
  '\ud800',
  '\0',
  'kernel ',
  'MemTotal:',
  '9'.repeat(30),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((all) => all.join('')),
);

/** Returns every string in a value, at any depth. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

describe.each(Object.entries(parsers))('%s', (name, parse) => {
  it('never throws, and returns clean fields of limited length', () => {
    fc.assert(
      fc.property(text, (input) => {
        for (const field of strings(parse(input).value)) {
          expect(field.length).toBeLessThanOrEqual(2048);
          expect(field).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          expect(field.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'a',
    '\t',
    '\n',
    ' ',
    ':',
    '"',
    '\\',
    '-',
    'P:',
    'a=',
    '%NAME%\n',
    'processor 0: ',
    '{"a":',
    'a\tb\n',
    'release ',
    'MemTotal: ',
  ])('parses a megabyte of %j', (piece) => {
    expect(parse(piece.repeat(Math.floor((1 << 20) / piece.length)))).toHaveProperty('warnings');
  });

  it('never makes the parsing of a report throw', () => {
    fc.assert(
      fc.property(text, text, (some, other) => {
        expect(parseSections({ [name]: some, failed: other })).toHaveProperty('ok');
      }),
      { numRuns: 100 },
    );
  });
});
