import type { Parsed, SectionWarning } from '../inventory.js';

export type Sections = Readonly<Record<string, string>>;

/** Reads sections of a report by name, and collects the warnings of the parsers. */
export interface SectionReader {
  read<T>(name: string, parse: (text: string) => Parsed<T>): T | null;
  /** whether the section exists, including one whose command failed */
  has(name: string): boolean;
  warn(section: string, message: string): void;
  warnings: SectionWarning[];
}

const FAILED_LINE = /^([a-z0-9-]{1,40}) (\d{1,3})\s*$/gm;
const MAX_WARNINGS = 100;

/**
 * A section whose command failed on the host (listed in the section `failed` with the exit status) is not
 * read: it may be incomplete.
 */
export function createSectionReader(sections: Sections): SectionReader {
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
    if (name !== undefined) warn(name, `its command exited with status ${status} on the host`);
  return {
    warnings,
    warn,
    has: (name) => Object.hasOwn(sections, name) || failed.has(name),
    read: (name, parse) => {
      const text = Object.hasOwn(sections, name) && !failed.has(name) ? sections[name] : undefined;
      if (text === undefined) return null;
      const { value, warnings: messages } = parse(text);
      for (const message of messages) warn(name, message);
      return value;
    },
  };
}
