import type { Parsed } from '../inventory.js';
import type { OsRelease } from './os-release.js';
import { firstLine } from './text.js';

const SENTENCE = /^(.{1,100}?)(?: Linux)? release (\d[\w.]{0,30})/;

/** Reads /etc/redhat-release (`CentOS release 6.10 (Final)`), all that systems older than os-release have. */
export function parseRedhatRelease(text: string): Parsed<OsRelease | null> {
  const pretty = firstLine(text);
  const match = pretty === null ? null : SENTENCE.exec(pretty);
  if (pretty === null || match === null) return { value: null, warnings: ['no name of a release'] };
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
