import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setUpFleet } from '../../../support/fleet.js';
import { range, record } from '../../../support/stored-records.js';
import { at } from '../matching.js';

/** The builds of a kernel, as reports show them. */
interface Distribution {
  osRelease: string;
  section: 'dpkg' | 'rpm' | 'apk';
  /** a line of the package list */
  line: (build: number) => string;
  /** the name of a package; two builds of one name replace each other */
  place: (build: number) => string;
  uname: (build: number) => string;
  fix: ReturnType<typeof range>;
}

const FIXED = 4;
const BUILDS = 8;
const debRelease = (build: number): string => `6.1.0-${20 + Math.floor(build / 2)}-amd64`;
const debVersion = (build: number): string => `6.1.${100 + build}-1`;
const debLine = (name: string, version: string, source: string): string =>
  `${name}\t${version}\tamd64\t${source}\t${version}\tii \t1\n`;
const rpmLine = (name: string, version: string, release: string, vendor: string): string =>
  [name, '(none)', version, release, 'x86_64', `${name}-${version}-${release}.src.rpm`]
    .concat('(none)', vendor, '1', '1\n')
    .join('\t');
const DISTRIBUTIONS: Record<string, Distribution> = {
  Debian: {
    osRelease: 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
    section: 'dpkg',
    place: debRelease,
    line: (n) => debLine(`linux-image-${debRelease(n)}`, debVersion(n), 'linux-signed-amd64'),
    uname: (n) => `Linux ${debRelease(n)} #1 SMP Debian ${debVersion(n)} (2024-11-22) x86_64\n`,
    fix: range('linux', debVersion(FIXED)),
  },
  Ubuntu: {
    osRelease: 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\n',
    section: 'dpkg',
    place: String,
    line: (n) =>
      debLine(`linux-image-6.8.0-${50 + n}-generic`, `6.8.0-${50 + n}.${51 + n}`, 'linux-signed'),
    uname: (n) => `Linux 6.8.0-${50 + n}-generic #${51 + n}-Ubuntu SMP x86_64\n`,
    fix: range(
      'linux',
      `6.8.0-${50 + FIXED}.${51 + FIXED}`,
      at('Ubuntu:24.04:LTS', 'source', 'linux'),
    ),
  },
  Alpine: {
    osRelease: 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.22.1\n',
    section: 'apk',
    place: () => 'linux-lts',
    line: (n) => `P:linux-lts\nV:6.12.${50 + n}-r0\nA:x86_64\no:linux-lts\n\n`,
    uname: (n) => `Linux 6.12.${50 + n}-0-lts #1-Alpine SMP x86_64\n`,
    fix: range('linux-lts', `6.12.${50 + FIXED}-r0`, {
      order: 'apk',
      ...at('Alpine:v3.22', 'source', 'linux-lts'),
    }),
  },
  RHEL: {
    osRelease: 'NAME="AlmaLinux"\nVERSION_ID="9.4"\nID=almalinux\n',
    section: 'rpm',
    place: String,
    line: (n) => rpmLine('kernel-core', '5.14.0', `427.${13 + n}.1.el9_4`, 'AlmaLinux'),
    uname: (n) => `Linux 5.14.0-427.${13 + n}.1.el9_4.x86_64 #1 SMP x86_64\n`,
    fix: range('kernel-core', `5.14.0-427.${13 + FIXED}.1.el9_4`, {
      order: 'rpm',
      ...at('AlmaLinux:9', 'binary', 'kernel-core'),
    }),
  },
  SUSE: {
    osRelease: 'NAME="openSUSE Leap"\nVERSION_ID="15.5"\nID="opensuse-leap"\n',
    section: 'rpm',
    place: String,
    line: (n) => rpmLine('kernel-default', '5.14.21', `150500.55.${39 + n}.1`, 'SUSE LLC'),
    uname: (n) => `Linux 5.14.21-150500.55.${39 + n}-default #1 SMP x86_64\n`,
    fix: range('kernel-default', `5.14.21-150500.55.${39 + FIXED}.1`, {
      order: 'rpm',
      ...at('openSUSE:Leap 15.5', 'binary', 'kernel-default'),
    }),
  },
};

/** More than the kernels: a list that lost half of its packages would not be believed at once. */
const NAMES_OF_OTHERS = Array.from({ length: 2 * BUILDS }, (_, i) => `tool${i}`);
const OTHER_LINE: Record<Distribution['section'], (name: string) => string> = {
  dpkg: (name) => `${name}\t5\tamd64\t${name}\t5\tii \t1\n`,
  rpm: (name) => `${name}\t(none)\t5\t1\tx86_64\t${name}-5-1.src.rpm\t(none)\tx\t1\t1\n`,
  apk: (name) => `P:${name}\nV:5-r0\nA:x86_64\n\n`,
};

const STEPS = ['upgrade', 'reboot', 'autoremove', 'remove all', 'missing', 'container'] as const;
/** How a report names the running kernel: an older collector has its release alone. */
const NAMES = ['full', 'full', 'release', 'none'] as const;

/** The builds that are installed, and the one that runs; null: that of the host of a container. */
interface Truth {
  installed: number[];
  running: number | null;
}

function takeStep(
  { place }: Distribution,
  { installed, running }: Truth,
  step: (typeof STEPS)[number],
): Truth {
  if (running === null) return { installed, running };
  const newest = Math.max(running, ...installed);
  const next = Math.min(newest + 1, BUILDS - 1);
  switch (step) {
    case 'upgrade':
      return {
        installed: [...installed.filter((one) => place(one) !== place(next)), next],
        running,
      };
    case 'reboot':
      return { installed, running: installed.length === 0 ? running : Math.max(...installed) };
    case 'autoremove':
      return { installed: installed.filter((one) => one === Math.max(...installed)), running };
    case 'remove all':
      return { installed: [], running };
    case 'container':
      return { installed: [], running: null };
    case 'missing':
      return { installed, running };
  }
}

const PVE = 'Linux 6.8.12-4-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-4 x86_64\n';

const HISTORIES = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom(...NAMES)), {
  minLength: 1,
  maxLength: 14,
});

describe.each(Object.entries(DISTRIBUTIONS))('the reports of a host with %s', (_, distribution) => {
  const { osRelease, section, line, uname, fix } = distribution;
  const sectionsOf = ({ installed, running }: Truth, name: string, uptime: number) => {
    const full = running === null ? PVE : uname(running);
    return {
      'os-release': osRelease,
      [section]: [...NAMES_OF_OTHERS.map(OTHER_LINE[section]), ...installed.map(line)].join(''),
      uptime: `${uptime}.00 1.00\n`,
      ...(name === 'full' && { uname: full }),
      ...(name === 'release' && { uname: `${full.split(' ').slice(0, 2).join(' ')} x86_64\n` }),
    };
  };

  it('never end a finding of the kernel that was last seen to run, and end it with the next one', async () => {
    const app = await setUpFleet();
    app.storeRecords('osv-debian', [record('DEBIAN-CVE-2024-1', { ranges: [fix] })]);
    let address = 0;
    await fc.assert(
      fc.asyncProperty(HISTORIES, fc.boolean(), async (steps, isContainer) => {
        address += 1;
        const host = await app.addHost(`10.0.${address >> 8}.${address & 255}`);
        let truth: Truth = isContainer
          ? { installed: [], running: null }
          : { installed: [0], running: 0 };
        let seen = truth.running;
        let up = 90_000;
        const receive = async (name: string): Promise<boolean> => {
          app.clock.advance(600);
          up += 600;
          const sections = sectionsOf(truth, name, up);
          const { status } = await app.call('PUT', `/hosts/${host}/inventory`, { sections });
          expect(status).toBe(200);
          return app.findings(host).length > 0;
        };
        await receive('full');
        for (const [step, name] of steps) {
          const before = truth;
          truth = takeStep(distribution, truth, step);
          if (step === 'reboot' && truth !== before) up = 0;
          if (step === 'missing') continue;
          const isOpen = await receive(name);
          const isInstalled = truth.installed.some((one) => one < FIXED);
          if (name !== 'none') seen = truth.running;
          const isRunning = truth.running === seen && seen !== null && seen < FIXED;
          if (name === 'full') expect(isOpen).toBe(isInstalled || isRunning);
          else if (isInstalled || isRunning) expect(isOpen).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
