import type { FeedName } from '../../knowledge/records.js';
import { alpineSecdb } from './alpine-secdb.js';
import { debianTracker } from './debian-tracker.js';
import { eol } from './eol.js';
import { epss } from './epss.js';
import type { FeedFormat } from './format.js';
import { kev } from './kev.js';
import { nvd } from './nvd.js';
import { alpine } from './osv.alpine.js';
import { debian } from './osv.debian.js';
import { osvFormat } from './osv.format.js';
import { almalinux, opensuse, redhat, rocky, suse } from './osv.rpm.js';
import { ubuntu } from './osv.ubuntu.js';
import { chainguard, wolfi } from './osv.wolfi.js';

/** The format of each feed. */
export const FEED_FORMATS: Readonly<Record<FeedName, FeedFormat>> = {
  'osv-debian': osvFormat(debian),
  'osv-ubuntu': osvFormat(ubuntu),
  'osv-alpine': osvFormat(alpine),
  'osv-almalinux': osvFormat(almalinux),
  'osv-rocky': osvFormat(rocky),
  'osv-redhat': osvFormat(redhat),
  'osv-suse': osvFormat(suse),
  'osv-opensuse': osvFormat(opensuse),
  'osv-wolfi': osvFormat(wolfi),
  'osv-chainguard': osvFormat(chainguard),
  'debian-tracker': debianTracker,
  'alpine-secdb': alpineSecdb,
  nvd,
  kev,
  epss,
  eol,
};
