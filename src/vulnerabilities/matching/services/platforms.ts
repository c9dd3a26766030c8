import { cpeParts } from '../../../lib/cpe-parts.js';

const LINUX = /^linux(?:_kernel)?$/i;
const OTHER_SYSTEMS =
  /^(?:windows|mac_?os|os_x|i?pad_?os|ios|iphone|android|chrome_?os|solaris|aix|hp-?ux|netware|freebsd|netbsd|openbsd|z\/?os|tv_?os|watch_?os)/i;

type Verdict = 'here' | 'elsewhere' | 'unknown';

/**
 * Returns the platforms of a range that decide on a Linux system: none if the range applies to Linux; null: it applies
 * to other systems only. The rest is about hardware, editions or further software, which the package list does not
 * show.
 * @param criteria CPE 2.3 names: alternative systems, and the product itself with its target software
 */
export function platformsOnLinux(criteria: readonly string[]): readonly string[] | null {
  const verdicts = criteria.map((text) => ({ text, ...read(text) }));
  const targets = verdicts.filter(({ isSystem }) => !isSystem);
  if (targets.some(({ verdict }) => verdict === 'elsewhere')) return null;
  const systems = verdicts.filter(({ isSystem }) => isSystem);
  if (systems.length > 0 && systems.every(({ verdict }) => verdict === 'elsewhere')) return null;
  const isOnLinux = systems.some(({ verdict }) => verdict === 'here');
  return verdicts
    .filter(({ verdict, isSystem }) => verdict === 'unknown' && !(isSystem && isOnLinux))
    .map(({ text }) => text);
}

function read(text: string): { isSystem: boolean; verdict: Verdict } {
  const [, , part = '', , product = '', , , , , , target = ''] = cpeParts(text) ?? [];
  const isSystem = part === 'o';
  const name = isSystem ? product : target;
  if (LINUX.test(name)) return { isSystem, verdict: 'here' };
  return { isSystem, verdict: OTHER_SYSTEMS.test(name) ? 'elsewhere' : 'unknown' };
}
