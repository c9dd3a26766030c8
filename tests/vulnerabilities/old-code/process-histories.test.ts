import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OldCode } from '../../../src/inventory/old-code.js';
import { nextOldPackages } from '../../../src/inventory/store/old-packages.js';
import type { MatchablePackage } from '../../../src/vulnerabilities/facts.js';
import { createHostPackageMatcher } from '../../../src/vulnerabilities/matching/packages/host-packages.js';
import type { OldPackage } from '../../../src/vulnerabilities/old-code/old-packages.js';
import { range, record } from '../../support/stored-records.js';
import { at, deb, rpm, setUp } from '../matching/matching.js';

/** The builds of a library, in their order. */
interface Distribution {
  ecosystem: string;
  kind: 'source' | 'binary';
  pkg: (build: number) => MatchablePackage;
}

const NAME = 'libheld';
const DISTRIBUTIONS: Record<string, Distribution> = {
  Debian: {
    ecosystem: 'Debian:12',
    kind: 'source',
    pkg: (n) => deb(NAME, `3.0.${n}-1~deb12u${n}`),
  },
  Ubuntu: {
    ecosystem: 'Ubuntu:24.04:LTS',
    kind: 'source',
    pkg: (n) => deb(NAME, `3.0.13-0ubuntu3.${n}`),
  },
  Alpine: {
    ecosystem: 'Alpine:v3.22',
    kind: 'source',
    pkg: (n) => ({ ...deb(NAME, `3.5.${n}-r0`), format: 'apk' }),
  },
  RHEL: { ecosystem: 'AlmaLinux:9', kind: 'binary', pkg: (n) => rpm(NAME, `3.0.7-${20 + n}.el9`) },
  SUSE: {
    ecosystem: 'openSUSE:Leap 15.5',
    kind: 'binary',
    pkg: (n) => rpm(NAME, `1.1.1l-150500.17.${n}.1`),
  },
};

const BUILDS = 8;
const FIXED = 4;
const STEPS = [
  'upgrade',
  'downgrade',
  'restart one',
  'restart all',
  'reboot',
  'removal',
  'half-done upgrade',
  'failed look',
  'partial look',
  'missing report',
] as const;
type Step = (typeof STEPS)[number];

/** The build that is installed (null: removed), and the copy of it that each service runs (null: not running). */
interface Truth {
  installed: { build: number; copy: number } | null;
  running: ({ build: number; copy: number } | null)[];
}

const SERVICES = ['ssh.service', 'nginx.service'];

/** Each change of the package writes another copy of its files. */
function takeStep({ installed, running }: Truth, step: Step, copy: number): Truth {
  const build = installed?.build ?? 0;
  switch (step) {
    case 'upgrade':
    case 'half-done upgrade':
      return { installed: { build: Math.min(build + 1, BUILDS - 1), copy }, running };
    case 'downgrade':
      return { installed: { build: Math.max(build - 1, 0), copy }, running };
    case 'restart one':
      return { installed, running: [installed, ...running.slice(1)] };
    case 'restart all':
    case 'reboot':
      return { installed, running: running.map(() => installed) };
    case 'removal':
      return { installed: null, running };
    case 'failed look':
    case 'partial look':
    case 'missing report':
      return { installed, running };
  }
}

const isOldCopy = ({ installed }: Truth, one: Truth['running'][number]): boolean =>
  one !== null && one.copy !== installed?.copy;

/** Returns the result of an inspection of the processes. */
function lookAt(truth: Truth, step: Step): OldCode {
  if (step === 'failed look' || step === 'partial look')
    return {
      look: step === 'failed look' ? 'outdated' : 'partly',
      unseen: null,
      has_unowned: false,
      holders: [],
    };
  const isRemoved = truth.installed === null;
  const holders = truth.running.flatMap((one, i) =>
    isOldCopy(truth, one)
      ? [
          {
            package: isRemoved ? null : NAME,
            architecture: null,
            unit: SERVICES[i] ?? null,
            user: 'root',
            program: 'held',
            processes: 1,
          },
        ]
      : [],
  );
  const isOutdated = step === 'half-done upgrade';
  return {
    look: isOutdated ? 'outdated' : 'whole',
    unseen: 0,
    has_unowned: isRemoved && holders.length > 0,
    holders: isOutdated ? [] : holders,
  };
}

/** Returns a function that receives a report and returns whether the vulnerability is open. */
function createServer({ ecosystem, kind, pkg }: Distribution) {
  const fixed = pkg(FIXED);
  const order = fixed.format as 'dpkg' | 'rpm' | 'apk';
  const ranges = [range('', fixed.version, { order, ...at(ecosystem, kind, NAME) })];
  const { matcher } = setUp({ 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges })] });
  const match = createHostPackageMatcher(matcher);
  return () => {
    let old: OldPackage[] = [];
    let before: MatchablePackage[] = [];
    return (truth: Truth, look: OldCode): boolean => {
      const now = truth.installed === null ? [] : [pkg(truth.installed.build)];
      const removed = before.filter((one) => !now.some(({ version }) => version === one.version));
      const names = new Set(now.map(({ name }) => name));
      old = nextOldPackages({
        previous: old,
        removed,
        names,
        look,
        isInspected: true,
        isRestarted: false,
      });
      before = now;
      const running = old.length === 0 ? null : `\n${JSON.stringify(old)}`;
      return (match(JSON.stringify([ecosystem]), running, now, Infinity) ?? []).length > 0;
    };
  };
}

const HISTORIES = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 25 });

describe.each(Object.entries(DISTRIBUTIONS))('a library of %s', (_, distribution) => {
  it('is open exactly while a vulnerable build is installed or may run', () => {
    const connect = createServer(distribution);
    fc.assert(
      fc.property(HISTORIES, (steps) => {
        const receive = connect();
        const first = { build: 0, copy: 0 };
        let truth: Truth = { installed: first, running: [first, first] };
        const reported = new Set([0]);
        receive(truth, lookAt(truth, 'upgrade'));
        steps.forEach((step, i) => {
          truth = takeStep(truth, step, i + 1);
          if (step === 'missing report' || steps[i + 1] === 'missing report') return;
          if (truth.installed) reported.add(truth.installed.build);
          const isVulnerable = (one: Truth['installed']): boolean =>
            one !== null && one.build < FIXED && reported.has(one.build);
          const look = lookAt(truth, step);
          const isOpen = receive(truth, look);
          if ([truth.installed, ...truth.running].some(isVulnerable)) expect(isOpen).toBe(true);
          else if (look.look === 'whole' && look.holders.length === 0) expect(isOpen).toBe(false);
        });
      }),
      { numRuns: 100 },
    );
  });
});
