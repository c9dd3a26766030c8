import { parseSections, type ParsedReport } from '../report/parse-report.js';
import type { Inventory, Package, SectionWarning, UnreadableEntries } from '../inventory.js';
import { encodeReport, encodeRest, splitReport, type SplitReport } from '../codec/report-codec.js';
import { hasLayout } from '../codec/section-units.js';
import { decodeReport } from '../report/report-format.js';
import type { Sections } from '../report/sections.js';
import { fingerprint, type LastStored } from './fingerprint.js';
import type { IdCache, IdResolver } from './id-cache.js';

/** A report as it came: bytes (docs/agent-protocol.md) or its sections. */
export type RawReport = Uint8Array | Sections;

/** The packages of a report; one place in all three lists is one package. */
export interface PackageList {
  ids: readonly number[];
  names: readonly string[];
  /** Unix seconds */
  installed: readonly (number | null)[];
  /** packages that it tells of, but not readably */
  unread: UnreadableEntries;
}

/** What a report comes to, in plain data that can cross threads. */
export interface IndexedReport {
  inventory: Inventory;
  warnings: SectionWarning[];
  /** whose data judge the packages; null: what system it is could not be read */
  scopes: readonly string[] | null;
  /** when the host says it was collected, Unix seconds */
  collectedAt: number | null;
  /** null: no list of packages could be read; `unchanged`: it is the one of the last report, with which `packed` is to be completed */
  packages: PackageList | 'unchanged' | null;
  /** by which a later report can be known to have the same packages; null: by nothing */
  basis: string | null;
  packed: Uint8Array;
  /** the numbers of the pieces in `packed` */
  lines: readonly number[];
}

/** What is known before a report is read: how often something was swept up to now, and what was stored last of its host. */
export interface ParseContext {
  swept: number;
  known: LastStored | null;
}

export type IndexResult = { ok: true; report: IndexedReport } | { ok: false; why: string };

/** What has no number in memory, each once. */
export interface MissingIds {
  lines: readonly string[];
  packages: readonly Package[];
}
/** Their numbers, in the same order, and how often something had been swept when the first was looked up. */
export interface ResolvedIds {
  lines: readonly number[];
  packages: readonly number[];
  swept: number;
}

const REASONS = {
  too_large: 'it is too large',
  damaged: 'it is damaged',
  not_a_report: 'it is no report of a collector',
  truncated: 'it is cut off before its end',
} as const;

/** A report in its parts, which still have to be numbered. */
export type ParseResult =
  | { ok: true; assembled: Extract<ParsedReport, { ok: true }>; taken: SplitReport }
  | { ok: false; why: string };

/** Decodes and parses. Never throws. */
export function parseReport(report: RawReport): ParseResult {
  const decoded = decode(report);
  return decoded.ok ? understandSections(decoded.sections) : decoded;
}

function decode(report: RawReport): { ok: true; sections: Sections } | { ok: false; why: string } {
  if (!(report instanceof Uint8Array)) return { ok: true, sections: report };
  const decoded = decodeReport(report);
  return decoded.ok ? decoded : { ok: false, why: REASONS[decoded.reason] };
}

function understandSections(sections: Sections): ParseResult {
  const assembled = parseSections(sections);
  if (assembled.ok) return { ok: true, assembled, taken: splitReport(sections) };
  const why = assembled.warnings
    .map(({ section, message }) => `${section}: ${message}`)
    .join('; ')
    .slice(0, 500);
  return { ok: false, why: why || 'it holds no section that is known here' };
}

/** Puts the numbers in; both lists are in the order of the packages and of `taken.shared`. */
export function withIds(
  { assembled, taken }: Extract<ParseResult, { ok: true }>,
  packageIds: readonly number[],
  lines: readonly number[],
): IndexedReport {
  const { inventory, warnings, scopes, packages, unread } = assembled;
  const list = packages && {
    ids: packageIds,
    names: packages.map((p) => p.name),
    installed: packages.map((p) => p.installed_at),
    unread,
  };
  // What could not be read is to be told of every report anew.
  const basis = list && warnings.length === 0 ? fingerprint(taken.sections) : null;
  return {
    inventory,
    warnings,
    scopes,
    collectedAt: collectedAt(taken.sections),
    packages: list,
    basis,
    packed: encodeReport(taken, lines),
    lines,
  };
}

/** A report with the packages of the one before; null where it is not so, or can't be told. */
function readUnchanged(sections: Sections, known: LastStored): IndexedReport | null {
  if (fingerprint(sections) !== known.basis) return null;
  const rest = parseSections(
    Object.fromEntries(Object.entries(sections).filter(([name]) => !hasLayout(name))),
  );
  if (!rest.ok) return null;
  const { warnings, scopes } = rest;
  return {
    inventory: { ...rest.inventory, reboot_required: known.rebootRequired },
    warnings,
    scopes,
    collectedAt: collectedAt(sections),
    packages: 'unchanged',
    basis: known.basis,
    packed: encodeRest(sections),
    lines: [],
  };
}

/**
 * Reads a report and gives its packages and lines their numbers: those in memory, and what `number` finds for the rest.
 */
export async function indexReport(
  report: RawReport,
  { swept, known }: ParseContext,
  memory: IdCache,
  number: (unknown: MissingIds) => Promise<ResolvedIds>,
): Promise<IndexResult> {
  const decoded = decode(report);
  if (!decoded.ok) return decoded;
  const unchanged = known && readUnchanged(decoded.sections, known);
  if (unchanged) return { ok: true, report: unchanged };
  const understood = understandSections(decoded.sections);
  if (!understood.ok) return understood;
  memory.sweptUpTo(swept);
  const packages = withTexts(understood.assembled.packages ?? [], packageIdentity, memory.packages);
  const lines = withTexts(understood.taken.shared, (line) => line, memory.lines);
  if (packages.unknown.size > 0 || lines.unknown.size > 0) {
    const found = await number({
      lines: [...lines.unknown.values()],
      packages: [...packages.unknown.values()],
    });
    lines.learn(found.lines, memory.holds(found.swept));
    packages.learn(found.packages, memory.holds(found.swept));
  }
  return { ok: true, report: withIds(understood, packages.ids(), lines.ids()) };
}

/** What makes a package this one and no other. A control character separates: no field of a package holds one. */
export const packageIdentity = (p: Package): string =>
  `${p.format}\u0000${p.name}\u0000${p.version}\u0000${p.architecture}\u0000${p.source}\u0000${p.source_version}\u0000${p.vendor}\u0000${p.module}\u0000${p.size}`;

function withTexts<T>(things: readonly T[], textOf: (thing: T) => string, numbers: IdResolver) {
  const texts = things.map(textOf);
  const ids = texts.map((text) => numbers.known(text));
  const unknown = new Map<string, T>();
  ids.forEach((id, i) => {
    if (id === undefined) unknown.set(texts[i] ?? '', things[i] as T);
  });
  return {
    unknown,
    ids: () => ids as number[],
    learn(found: readonly number[], isLasting: boolean): void {
      const now = new Map([...unknown.keys()].map((text, i) => [text, found[i] ?? 0]));
      if (isLasting) for (const [text, id] of now) numbers.keep(text, id);
      texts.forEach((text, i) => {
        ids[i] ??= now.get(text);
      });
    },
  };
}

function collectedAt(sections: Sections): number | null {
  const text = Object.hasOwn(sections, 'collected-at') ? sections['collected-at'] : undefined;
  return text !== undefined && /^\d{9,10}\s*$/.test(text) ? Number(text.trim()) : null;
}
