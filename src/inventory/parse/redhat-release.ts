import type { Parsed } from '../inventory.js';
import type { OsRelease } from './os-release.js';
import { firstNonEmptyLine } from './text.js';

const RELEASE = /^(.{1,100}?)(?: Linux)? release (\d[\w.]{0,30})/;

/** Parses /etc/redhat-release (`CentOS release 6.10 (Final)`), which systems older than os-release have. */
export function parseRedhatRelease(text: string): Parsed<OsRelease | null> {
  const pretty = firstNonEmptyLine(text);
  const match = pretty === null ? null : RELEASE.exec(pretty);
  if (pretty === null || match === null) return { value: null, warnings: ['no release name'] };
  return {
    value: {
      id: null,
      like: ['rhel'],
      name: match[1] ?? null,
      version: match[2] ?? '',
      codename: null,
      pretty,
    },
    warnings: [],
  };
}
