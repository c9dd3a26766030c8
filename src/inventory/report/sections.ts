import type { Parsed, SectionWarning } from '../inventory.js';

export type Sections = Readonly<Record<string, string>>;

/** Reads sections of a report by name, and gathers what the parsers had to say. */
export interface SectionReader {
  read<T>(name: string, parse: (text: string) => Parsed<T>): T | null;
  /** whether there is such a section, be it one whose command failed */
  has(name: string): boolean;
  warn(section: string, message: string): void;
  warnings: SectionWarning[];
}

const FAILED_LINE = /^([a-z0-9-]{1,40}) (\d{1,3})\s*$/gm;
const MAX_WARNINGS = 100;

/** A section whose command failed on the host (named in the section `failed` with the exit status) is not read: what it holds may be a part only. */
export function sectionReader(sections: Sections): SectionReader {
  const failed = new Map(
    [...(sections.failed ?? '').slice(0, 10_000).matchAll(FAILED_LINE)].map(([, name, status]) => [
      name,
      status,
    ]),
  );
  const warnings: SectionWarning[] = [];
  const warn = (section: string, message: string): void => {
    if (warnings.length < MAX_WARNINGS) warnings.push({ section, message });
  };
  for (const [name, status] of failed)
    if (name !== undefined) warn(name, `its command ended with status ${status} on the host`);
  return {
    warnings,
    warn,
    has: (name) => Object.hasOwn(sections, name) || failed.has(name),
    read: (name, parse) => {
      const text = Object.hasOwn(sections, name) && !failed.has(name) ? sections[name] : undefined;
      if (text === undefined) return null;
      const { value, warnings: found } = parse(text);
      for (const message of found) warn(name, message);
      return value;
    },
  };
}
