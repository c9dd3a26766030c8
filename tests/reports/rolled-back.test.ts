import { expect, it } from 'vitest';
import {
  compareLists,
  FIXED,
  KEPT,
  line,
  LONG_LOG,
  OTHERS,
  type ListReport,
} from './stored-lists.js';

const WITH = OTHERS + line('openssl');
const FEW = Array.from({ length: 5 }, (_, i) => line(`package-${i}`)).join('');

/** A list, and a log that has changes in these minutes of November 2026. */
const report = (dpkg: string, minutes: readonly string[], names = ''): ListReport => ({
  dpkg,
  removed: `${names}${LONG_LOG}times dpkg ${minutes.map((at) => `2026-11-${at}`).join(' ')}\n`,
});
const hourly = (day: number): string[] =>
  Array.from(
    { length: 100 },
    (_, i) => `${day + Math.floor(i / 24)}T${String(i % 24).padStart(2, '0')}:00`,
  );

it.each<[string, ListReport[]]>([
  [
    'a rolled back log, which lacks the last change',
    [report(WITH, ['01T10:00', '02T10:00']), report(OTHERS, ['01T10:00'])],
  ],
  [
    'a rolled back log with later changes',
    [report(WITH, ['01T10:00', '02T10:00']), report(OTHERS, ['01T10:00', '18T23:00'])],
  ],
  [
    'the log of an image that is older',
    [report(WITH, ['16T10:00']), report(OTHERS, ['10T10:00', '18T23:00'])],
  ],
  [
    'the log of an image that is younger than the last change',
    [report(WITH, ['10T10:00']), report(OTHERS, ['16T10:00'])],
  ],
  [
    'a roll back after a list that was kept',
    [
      report(WITH, ['01T10:00', '02T10:00']),
      report(OTHERS, ['01T10:00', '02T10:00']),
      report(OTHERS, ['01T10:00']),
    ],
  ],
  [
    'a rolled back log, and a list that lost most packages, twice',
    [report(WITH, ['01T10:00', '02T10:00']), report(FEW, ['01T10:00']), report(FEW, ['01T10:00'])],
  ],
])('removes a missing package by %s', async (_title, reports) => {
  expect(await compareLists(reports)).toEqual(FIXED);
});

it.each<[string, ListReport[]]>([
  ['the same log', [report(WITH, ['01T10:00']), report(OTHERS, ['01T10:00'])]],
  [
    'a log with a later change',
    [report(WITH, ['01T10:00']), report(OTHERS, ['01T10:00', '18T23:00'])],
  ],
  [
    'a log of which only later changes are sent',
    [report(WITH, hourly(2)), report(OTHERS, hourly(10))],
  ],
  [
    'a log of a clock that was set back',
    [report(WITH, ['16T10:00']), report(OTHERS, ['16T10:00', '05T10:00'])],
  ],
  [
    'an older collector, which sends no times',
    [report(WITH, ['01T10:00']), { dpkg: OTHERS, removed: LONG_LOG }],
  ],
  [
    'a rolled back log, and a list that lost most packages, once',
    [report(WITH, ['01T10:00', '02T10:00']), report(FEW, ['01T10:00'])],
  ],
])('keeps a missing package by %s', async (_title, reports) => {
  expect(await compareLists(reports)).toEqual(KEPT);
});

const foreign = (version = '1'): string => `openssl:i386\t${version}\ti386\topenssl\t1\tii \t100\n`;
const native = (version: string, architecture = 'amd64'): string =>
  `openssl\t${version}\t${architecture}\topenssl\t1\tii \t100\n`;
const BOTH = OTHERS + native('1') + foreign();
const AT = ['01T10:00'];

it.each<[string, ListReport[]]>([
  ['without a removal', [report(BOTH, AT), report(OTHERS + native('1'), AT)]],
  ['beside an upgrade of the other one', [report(BOTH, AT), report(OTHERS + native('2'), AT)]],
  [
    'where another one was removed',
    [report(BOTH, AT), report(OTHERS + native('1'), AT, 'openssl:arm64\n')],
  ],
  [
    'without a removal in the log of an older collector',
    [report(BOTH, AT), { dpkg: OTHERS + native('1'), removed: LONG_LOG }],
  ],
])('keeps one of two builds for other processors that is missing %s', async (_title, reports) => {
  expect(await compareLists(reports)).toEqual(KEPT);
});

it.each<[string, ListReport[]]>([
  [
    'that the log calls removed',
    [report(BOTH, AT), report(OTHERS + native('1'), AT, 'openssl:i386\n')],
  ],
  [
    'of which the log names no build',
    [report(BOTH, AT), report(OTHERS + native('1'), AT, 'openssl\n')],
  ],
  [
    'where a new build takes its place',
    [report(OTHERS + native('1'), AT), report(OTHERS + native('2', 'all'), AT)],
  ],
  [
    'by the log of an older collector, which names no build',
    [report(BOTH, AT), { dpkg: OTHERS + native('1'), removed: `openssl\n${LONG_LOG}` }],
  ],
])('removes one of two builds for other processors %s', async (_title, reports) => {
  expect(await compareLists(reports)).toEqual(FIXED);
});
