import { describe, expect, it } from 'vitest';
import { parseSections } from '../../../src/inventory/report/parse-report.js';
import { debianReport } from '../../support/reports.js';

const image = (release: string, version: string): string =>
  `linux-image-${release}\t${version}\tamd64\tlinux-signed\t${version}\tii \t1\n`;

/** Returns what a report says about the running kernel. */
function read(sections: Record<string, string>) {
  const parsed = parseSections(debianReport(null, sections));
  if (!parsed.ok) throw new Error('not readable');
  const { running_version, live_patches } = parsed.inventory;
  return { running_version, live_patches, warnings: parsed.warnings.map(({ message }) => message) };
}

describe('the version of a running Ubuntu kernel', () => {
  const uname = (release: string): string => `Linux ${release} #51-custom SMP x86_64\n`;
  it.each([
    ['6.8.0-50-generic', 'Ubuntu 6.8.0-50.51-generic 6.8.12', '6.8.0-50.51'],
    ['6.8.0-50-generic', 'Ubuntu 6.8.0-50.51~22.04.1-generic 6.8.12', '6.8.0-50.51~22.04.1'],
    ['6.8.0-1021-aws', 'Ubuntu 6.8.0-1021.23-aws 6.8.12', '6.8.0-1021.23'],
    ['4.15.0-213-generic', 'Ubuntu 4.15.0-213.224-generic 4.15.18', '4.15.0-213.224'],
    ['6.8.0-50-generic', 'Ubuntu 6.8.0-49.49-generic 6.8.12', null],
    ['6.8.0-50-generic', 'Ubuntu 6.8.0-50.51-lowlatency 6.8.12', null],
    ['6.8.0-50-generic', '', null],
  ])(
    'of release %s is that of the signature %s, if it is of this release',
    (release, signature, expected) => {
      const found = read({ uname: uname(release), 'version-signature': `${signature}\n` });
      expect(found.running_version).toBe(expected);
    },
  );
});

describe('a kernel that runs', () => {
  const uname = 'Linux 6.1.0-28-amd64 #1 SMP Debian 6.1.119-1 (2024-11-22) x86_64\n';
  const custom = 'Linux 6.12.3-custom #1 SMP x86_64\n';
  const warning = 'the running kernel 6.12.3-custom is of no package in this report';
  const installed = image('6.1.0-28-amd64', '6.1.119-1');
  it.each([
    ['the installed one', uname, installed, []],
    ['of no package', custom, installed, [warning]],
    ['of a container', custom, 'bash\t5\tamd64\tbash\t5\tii \t1\n', []],
    ['of a package that was removed', uname, image('6.1.0-30-amd64', '6.1.124-1'), []],
    [
      'older than the installed one of its release',
      uname,
      image('6.1.0-28-amd64', '6.1.124-1'),
      [],
    ],
  ])('and is %s is named only if nothing is known about it', (_title, running, dpkg, warnings) => {
    expect(read({ uname: running, dpkg }).warnings).toEqual(warnings);
  });

  it('has the live patches that it has loaded', () => {
    const names = 'lkp_Ubuntu_6_8_0_50_51_generic_108\nlivepatch_1\n$(x)\n';
    expect(read({ uname, 'live-patches': names }).live_patches).toEqual([
      'livepatch_1',
      'lkp_Ubuntu_6_8_0_50_51_generic_108',
    ]);
    expect(read({ uname, 'live-patches': '\n' }).live_patches).toBeNull();
  });
});
