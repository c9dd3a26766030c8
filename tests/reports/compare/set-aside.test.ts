import { describe, expect, it } from 'vitest';
import type { ReportEntry, TaskDiff } from '../../../src/reports/diff.js';
import { compareHistory, type HistoryHost, type Rule } from '../setup.js';

const RULE: Rule = { cve: 'CVE-1', name: 'ssl', fixed: 3, severity: 'high' };
const NONE = { new: [], fixed: [], changed: [], not_compared: [], unchanged: 0 };

const entryText = ({ host, fact, cause, changes }: ReportEntry): string =>
  [host.host_id, fact.vulnerability_id, fact.package, cause, ...changes].join(' ');

const summarize = (diff: TaskDiff) => ({
  new: diff.new.map(entryText),
  fixed: diff.fixed.map(entryText),
  changed: diff.changed.map(entryText),
  not_compared: diff.not_compared.map(({ host_id, reason }) => `${host_id} ${reason}`),
  unchanged: diff.unchanged,
});

describe('a package that another publisher builds for a while', () => {
  const own = (ssl: number): HistoryHost => ({ id: 1, packages: { ssl, bash: 2 } });
  const foreign: HistoryHost = { id: 1, packages: { ssl: '4.0-1~bookworm', bash: 2 } };
  const without: HistoryHost = { id: 1, packages: { bash: 2 } };
  const aside = { not_compared: ['1 not_matched'] };
  it.each<[string, HistoryHost[], object]>([
    ['returns after it', [own(1), foreign, own(1)], { unchanged: 1 }],
    ['returns after several tasks', [own(1), foreign, foreign, foreign, own(1)], { unchanged: 1 }],
    ['stays aside in each of them', [own(1), foreign, foreign], aside],
    [
      'returns in another version',
      [own(1), foreign, own(2)],
      { changed: ['1 CVE-1 ssl target installed_version'] },
    ],
    ['is absent in a fixed build', [own(1), foreign, own(3)], { fixed: ['1 CVE-1 ssl target'] }],
    ['is absent after the removal', [own(1), foreign, without], { fixed: ['1 CVE-1 ssl target'] }],
    ['is aside again', [own(1), foreign, own(1), foreign], aside],
    ['was fixed, and returns', [own(1), foreign, own(3), own(1)], { new: ['1 CVE-1 ssl target'] }],
    ['was never there before it', [foreign, own(1)], { new: ['1 CVE-1 ssl target'] }],
    ['was fixed before it', [own(1), own(3), foreign, own(1)], { new: ['1 CVE-1 ssl target'] }],
    ['was removed before it', [own(1), without, foreign, own(1)], { new: ['1 CVE-1 ssl target'] }],
  ])('compares a finding around a build of another publisher: it %s', (_title, hosts, expected) => {
    const diffs = compareHistory(
      hosts.map((host) => ({ hosts: [host], generation: 1 })),
      [[RULE]],
    );
    const last = diffs.at(-1);
    expect(last && summarize(last)).toEqual({ ...NONE, ...expected });
  });
});
