import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { FindingConfidence, MatchableService, Match } from '../../facts.js';
import { createCpeMatcher } from './cpe-matcher.js';
import type { ServiceCpe } from './cpe-name.js';

/** A program at a port, with the version that decides whether its branch still gets updates. */
export interface ReportedProgram {
  cpe: ServiceCpe;
  version: string;
  confidence: FindingConfidence;
}

/** Programs that others name in a header: `Apache/2.4.6 (CentOS) OpenSSL/1.1.1k-fips PHP/7.4.33`. */
const NAMED: readonly (readonly [program: string, vendor: string, product: string])[] = [
  ['PHP', 'php', 'php'],
  ['OpenSSL', 'openssl', 'openssl'],
  ['Python', 'python', 'python'],
];
const VERSION = String.raw`/(\d{1,4}(?:\.\d{1,4}){1,3}[a-z]{0,2})(-[\w.+~-]{1,60})?(?![\w.])`;
const PATTERNS = NAMED.map(
  ([program, vendor, product]) =>
    [program, vendor, product, new RegExp(`(?<![\\w/.-])${program}${VERSION}`)] as const,
);

/** A revision of a build for a release of Debian or Ubuntu: the release supports it. */
const OF_RELEASE = /[+~]deb\d+u|ubuntu0\.\d\d\.\d\d/;
const DISTRIBUTION =
  /\((?:Debian|Ubuntu|Raspbian|CentOS|Red Hat|Rocky|AlmaLinux|Amazon|Fedora|Oracle|SUSE|openSUSE|FreeBSD)/i;

/**
 * Creates the function that matches programs at a port with the ends of their branches: the one that the service is,
 * and those that its banner names. A program of a release of a distribution is supported as long as the release.
 */
export function createEndMatcher(
  knowledge: Pick<Knowledge, 'sqlite'>,
): (service: MatchableService, program: ReportedProgram | null, generation: number) => Match[] {
  const matchByCpe = createCpeMatcher(knowledge, { scopeOf: () => 'eol:service' });
  return (service, own, generation) => {
    const named = PATTERNS.flatMap(([program, vendor, product, pattern]) => {
      const [, version, suffix = ''] = pattern.exec(service.banner ?? '') ?? [];
      const isService = own?.cpe.product === product;
      if (version === undefined || isService || OF_RELEASE.test(suffix)) return [];
      const mayBePatched = suffix !== '' || DISTRIBUTION.test(service.banner ?? '');
      const cpe = { part: 'a', vendor, product, version, update: null };
      const confidence: FindingConfidence = mayBePatched ? 'possible' : 'version-based';
      return matchByCpe(
        { ...service, product: program, version },
        cpe,
        version,
        confidence,
        generation,
      );
    });
    if (own === null) return named;
    const { cpe, version, confidence } = own;
    return [...matchByCpe(service, cpe, version, confidence, generation), ...named];
  };
}
