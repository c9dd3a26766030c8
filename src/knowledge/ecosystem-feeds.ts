import type { FeedName } from './records.js';

const FEEDS: readonly (readonly [RegExp, readonly FeedName[]])[] = [
  [/^Debian:/, ['osv-debian', 'debian-tracker']],
  [/^Ubuntu:/, ['osv-ubuntu']],
  [/^Alpine:/, ['osv-alpine', 'alpine-secdb']],
  [/^AlmaLinux:/, ['osv-almalinux']],
  [/^Rocky Linux:/, ['osv-rocky']],
  [/^Red Hat:/, ['osv-redhat']],
  [/^SUSE:/, ['osv-suse']],
  [/^openSUSE:/, ['osv-opensuse']],
  [/^Wolfi\b/, ['osv-wolfi']],
  [/^Chainguard\b/, ['osv-wolfi', 'osv-chainguard']],
  [/^cpe:/, ['nvd']],
  [/^eol:/, ['eol']],
];

/** Returns the feeds with data about an ecosystem (`Debian:12`, `cpe:a`); none for an unknown one. */
export const feedsOfEcosystem = (ecosystem: string): readonly FeedName[] =>
  FEEDS.find(([pattern]) => pattern.test(ecosystem))?.[1] ?? [];
