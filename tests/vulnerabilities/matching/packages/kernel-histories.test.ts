import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact, MatchablePackage, Matcher } from '../../../../src/vulnerabilities/facts.js';
import { explainFinding } from '../../../../src/vulnerabilities/findings/explanation.js';
import { createHostPackageMatcher } from '../../../../src/vulnerabilities/matching/packages/host-packages.js';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, rpm, setUp } from '../matching.js';

/** The builds of a kernel, in their order. */
interface Distribution {
  ecosystem: string;
  /** whether a build is installed beside the others */
  isSideBySide: (build: number) => boolean;
  pkg: (build: number) => MatchablePackage;
  /** HostState.running */
  running: (build: number) => string;
  /** the package that the data names */
  data: { kind: 'source' | 'binary'; name: string };
}

const debian = (build: number): [release: string, version: string] => [
  `6.1.0-${20 + Math.floor(build / 2)}-amd64`, // two builds have one release
  `6.1.${100 + build}-1`,
];
const ubuntu = (build: number): [release: string, version: string] => [
  `6.8.0-${50 + build}-generic`,
  `6.8.0-${50 + build}.${51 + build}`,
];
const image = ([release, version]: [string, string], source: string): MatchablePackage =>
  deb(`linux-image-${release}`, version, { source, source_version: version });

const DISTRIBUTIONS: Record<string, Distribution> = {
  Debian: {
    ecosystem: 'Debian:12',
    isSideBySide: (build) => build % 2 === 0,
    pkg: (build) => image(debian(build), 'linux-signed-amd64'),
    running: (build) => debian(build).join(' '),
    data: { kind: 'source', name: 'linux' },
  },
  Ubuntu: {
    ecosystem: 'Ubuntu:24.04:LTS',
    isSideBySide: () => true,
    pkg: (build) => image(ubuntu(build), 'linux-signed'),
    running: (build) => ubuntu(build).join(' '),
    data: { kind: 'source', name: 'linux' },
  },
  Alpine: {
    ecosystem: 'Alpine:v3.22',
    isSideBySide: () => false,
    pkg: (build) => ({ ...deb('linux-lts', `6.12.${50 + build}-r0`), format: 'apk' }),
    running: (build) => `6.12.${50 + build}-0-lts`,
    data: { kind: 'source', name: 'linux-lts' },
  },
  RHEL: {
    ecosystem: 'AlmaLinux:9',
    isSideBySide: () => true,
    pkg: (build) => rpm('kernel-core', `5.14.0-427.${13 + build}.1.el9_4`),
    running: (build) => `5.14.0-427.${13 + build}.1.el9_4.x86_64`,
    data: { kind: 'binary', name: 'kernel-core' },
  },
  SUSE: {
    ecosystem: 'openSUSE:Leap 15.5',
    isSideBySide: () => true,
    pkg: (build) => rpm('kernel-default', `5.14.21-150500.55.${39 + build}.1`),
    running: (build) => `5.14.21-150500.55.${39 + build}-default`,
    data: { kind: 'binary', name: 'kernel-default' },
  },
};

const BUILDS = 8;
type Step = 'upgrade' | 'downgrade' | 'reboot' | 'restart' | 'removal' | 'missing';
const STEPS: Step[] = ['upgrade', 'downgrade', 'reboot', 'restart', 'removal', 'missing'];

/** The builds that are installed on a host, and the one that runs. */
interface Truth {
  installed: number[];
  running: number;
}

/** Returns the truth after a step. A report that is missing changes nothing, as a restart of services. */
function takeStep(
  { isSideBySide }: Distribution,
  { installed, running }: Truth,
  step: Step,
): Truth {
  const newest = Math.max(...installed);
  const install = (build: number): number[] =>
    isSideBySide(build)
      ? [...new Set([...installed, build])]
      : [...installed.filter((one) => one !== newest), build];
  switch (step) {
    case 'upgrade':
      return { installed: newest + 1 < BUILDS ? install(newest + 1) : installed, running };
    case 'downgrade':
      return {
        installed: newest > 0 && !isSideBySide(newest) ? install(newest - 1) : installed,
        running,
      };
    case 'reboot':
      return { installed, running: newest };
    case 'removal':
      return { installed: [newest], running };
    case 'restart':
    case 'missing':
      return { installed, running };
  }
}

function matcherOf({ ecosystem, pkg, data }: Distribution, fixed: number): Matcher {
  const { format, version } = pkg(fixed);
  const order = format as 'dpkg' | 'rpm' | 'apk';
  const affected = at(ecosystem, data.kind, data.name);
  const ranges = [range('', version, { order, ...affected })];
  return setUp({ 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges })] }).matcher;
}

const FIXED = 4;

/** Returns what is found on a host. */
function createFactsOf(distribution: Distribution): (truth: Truth) => Fact[] {
  const { ecosystem, pkg, running: runningOf } = distribution;
  const match = createHostPackageMatcher(matcherOf(distribution, FIXED));
  return ({ installed, running }) => {
    const found = match(
      JSON.stringify([ecosystem]),
      runningOf(running),
      installed.map(pkg),
      Infinity,
    );
    return (found ?? []).map((one) => one.match.fact);
  };
}

const HISTORIES = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 20 });

function truthsOf(distribution: Distribution, steps: readonly Step[]): Truth[] {
  const truths: Truth[] = [{ installed: [0], running: 0 }];
  for (const step of steps) truths.push(takeStep(distribution, truths.at(-1) as Truth, step));
  return truths;
}

const keyOf = (fact: Fact): string => `${fact.package} ${fact.installed_version}`;

describe.each(Object.entries(DISTRIBUTIONS))('the kernels of %s', (_, distribution) => {
  const { pkg } = distribution;
  const checkTruths = (check: (truth: Truth, factsOf: (truth: Truth) => Fact[]) => void): void => {
    const factsOf = createFactsOf(distribution);
    fc.assert(
      fc.property(HISTORIES, (steps) => {
        for (const truth of truthsOf(distribution, steps)) check(truth, factsOf);
      }),
      { numRuns: 100 },
    );
  };

  it('are open exactly while a vulnerable one is installed or runs', () => {
    checkTruths((truth, factsOf) => {
      const isOpen = factsOf(truth).length > 0;
      expect(isOpen).toBe(truth.running < FIXED || truth.installed.some((one) => one < FIXED));
    });
  });

  it('need a reboot where the newest is fixed and a vulnerable one runs', () => {
    checkTruths((truth, factsOf) => {
      const isOld = factsOf(truth).some(({ basis }) => basis.runs_old_code === 'kernel');
      const newest = Math.max(...truth.installed);
      expect(isOld).toBe(truth.running < FIXED && newest >= FIXED);
    });
  });

  it('are never removed by a remedy while they run, or before another one does', () => {
    checkTruths((truth, factsOf) => {
      const removed = factsOf(truth).filter((fact) =>
        /^(apt-get purge|apk del|dnf remove|zypper remove) /.test(explainFinding(fact, '').remedy),
      );
      const installed = truth.installed.filter(
        (one) =>
          !removed.some(
            (fact) => fact.package === pkg(one).name && fact.installed_version === pkg(one).version,
          ),
      );
      const wasInstalled = truth.installed.includes(truth.running);
      expect(installed.includes(truth.running)).toBe(wasInstalled);
      expect(installed).toContain(Math.max(...truth.installed));
      const remaining = factsOf({ ...truth, installed }).map((fact) => keyOf(fact));
      for (const fact of removed) expect(remaining).not.toContain(keyOf(fact));
    });
  });
});
