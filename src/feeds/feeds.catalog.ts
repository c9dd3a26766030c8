import type { FeedName } from '../knowledge/records.js';
import { didYouMean } from '../lib/closest-match.js';
import { printable } from '../lib/text.js';

const MAX_SHOWN_NAME = 60;

/** The properties of a feed. */
export interface FeedSource {
  /** URL of the publisher's file; of a multi-file feed, of their folder */
  address: string;
  /** as stated by the publisher */
  license: string;
  /** whether copies may be distributed, for example in a bundle for an air-gapped site */
  isRedistributable: boolean;
  /** the publisher splits it into several files, which can be replaced separately */
  hasParts?: true;
}

const OSV = 'https://storage.googleapis.com/osv-vulnerabilities';
const osv = (ecosystem: string, license: string, sharable = true): FeedSource => ({
  address: `${OSV}/${encodeURIComponent(ecosystem)}/all.zip`,
  license,
  isRedistributable: sharable,
});

const CHAINGUARD = 'CC BY-NC-ND 4.0 (Chainguard); commercial scanners need a separate license';

/** All supported feeds, in the order in which they are listed and loaded. */
export const CATALOG: Readonly<Record<FeedName, FeedSource>> = {
  'osv-debian': osv('Debian', 'MIT (Debian)'),
  'osv-ubuntu': osv('Ubuntu', 'CC BY-SA 4.0 (Canonical)'),
  'osv-alpine': osv('Alpine', 'CC BY-SA 4.0 (Alpine)'),
  'osv-almalinux': osv('AlmaLinux', 'MIT (AlmaLinux OS)'),
  'osv-rocky': osv('Rocky Linux', 'BSD (RESF)'),
  'osv-redhat': osv('Red Hat', 'CC BY 4.0 (Red Hat)'),
  'osv-suse': osv('SUSE', 'CC BY 4.0 (SUSE)'),
  'osv-opensuse': osv('openSUSE', 'CC BY 4.0 (SUSE)'),
  'osv-wolfi': osv('Wolfi', CHAINGUARD, false),
  'osv-chainguard': osv('Chainguard', CHAINGUARD, false),
  'debian-tracker': {
    address: 'https://security-tracker.debian.org/tracker/data/json',
    license: 'not stated (Debian; its web pages are MIT)',
    isRedistributable: true,
  },
  'alpine-secdb': {
    address: 'https://secdb.alpinelinux.org/',
    license: 'CC BY-SA 4.0 (Alpine)',
    isRedistributable: true,
    hasParts: true,
  },
  nvd: {
    address: 'https://nvd.nist.gov/feeds/json/cve/2.0/',
    license: 'public domain (NIST; this product uses NVD data and is not endorsed by the NVD)',
    isRedistributable: true,
    hasParts: true,
  },
  kev: {
    address: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
    license: 'CC0 1.0 (CISA)',
    isRedistributable: true,
  },
  epss: {
    address: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
    license: 'free with attribution: Jacobs et al., EPSS, www.first.org/epss',
    isRedistributable: true,
  },
  eol: {
    address: 'https://endoflife.date/api/v1/products/full',
    license: 'MIT (endoflife.date)',
    isRedistributable: true,
  },
};

export const FEED_NAMES = Object.keys(CATALOG) as FeedName[];

/** The feeds with several files. */
export const FEEDS_IN_PARTS = FEED_NAMES.filter((name) => CATALOG[name].hasParts);

/** Returns the sentence about an unknown feed: the one that was probably meant, and all names. */
export function unknownFeedText(name: string): string {
  const shown = JSON.stringify(printable(name.slice(0, MAX_SHOWN_NAME)));
  const end = didYouMean(name, FEED_NAMES) || '.';
  return `Unknown feed ${shown}${end} Known feeds: ${FEED_NAMES.join(', ')}`;
}

/** Returns the feed of this name; null: unknown. */
export const parseFeedName = (text: string): FeedName | null =>
  FEED_NAMES.find((name) => name === text) ?? null;
