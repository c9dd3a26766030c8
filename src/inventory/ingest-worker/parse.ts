import { parseSections, type ParsedReport } from '../report/parse-report.js';
import type { PackageListState } from '../../vulnerabilities/coverage/coverage-state.js';
import type { Inventory, Package, SectionWarning, UnreadableEntries } from '../inventory.js';
import { encodeReport, encodeRest, splitReport, type SplitReport } from '../codec/report-codec.js';
import { hasLayout } from '../codec/section-units.js';
import type { Removals } from '../parse/packages/names.js';
import { decodeReport } from '../report/report-format.js';
import type { Sections } from '../report/sections.js';
import { fingerprint, type LastStored } from './fingerprint.js';
import type { IdCache, IdResolver } from './id-cache.js';

/** A report as it was received: bytes (docs/agent-protocol.md) or its sections. */
export type RawReport = Uint8Array | Sections;

/** The packages of a report. The same index of all three lists is the same package. */
export interface PackageList {
  ids: readonly number[];
  names: readonly string[];
  /** Unix seconds */
  installed: readonly (number | null)[];
  /** packages that are listed, but whose entries are unreadable */
  unreadable: UnreadableEntries;
}

/** A parsed report with the ids of its packages and lines, as plain data that can cross threads. */
export interface IndexedReport {
  inventory: Inventory;
  warnings: SectionWarning[];
  /** ecosystems that its packages are matched against; null: the system could not be identified */
  ecosystems: readonly string[] | null;
  /** whether it names the enabled repositories of dnf or yum */
  hasRepositories: boolean;
  /** when the report was collected according to the host, Unix seconds */
  collectedAt: number | null;
  /**
   * null: no package list could be read. `unchanged`: the list of the last stored report; its encoded package
   * lists must then be joined with `encoded`.
   */
  packages: PackageList | 'unchanged' | null;
  packageList: PackageListState;
  /** what the host's logs call removed; absent: the list is unchanged */
  removed?: Removals;
  /** as the host reports it; null: none */
  machineId: string | null;
  /** equal to that of a later report with the same packages; null: no later report can be compared */
  fingerprint: string | null;
  encoded: Uint8Array;
  /** ids of the shared lines in `encoded` */
  lines: readonly number[];
}

/** The state before a report is parsed: the number of garbage collections, and the last stored report of its host. */
export interface ParseContext {
  gcCount: number;
  lastStored: LastStored | null;
}

export type IndexResult = { ok: true; report: IndexedReport } | { ok: false; reason: string };

/** Lines and packages without a cached id, without repetitions. */
export interface MissingIds {
  lines: readonly string[];
  packages: readonly Package[];
}

/** Their ids, in the same order, and the number of garbage collections at the first lookup. */
export interface ResolvedIds {
  lines: readonly number[];
  packages: readonly number[];
  gcCount: number;
}

/** Looks up the ids of lines and packages; inserts new ones. */
export type ResolveIds = (missing: MissingIds) => Promise<ResolvedIds>;

const REASONS = {
  too_large: 'it is too large',
  damaged: 'its data is corrupted',
  not_a_report: 'it is not a collector report',
  truncated: 'it is truncated',
} as const;

/** A parsed report before the lookup of ids: a lookup keeps it in memory, so only the package lists have texts. */
export type ParseResult =
  | {
      ok: true;
      parsed: Extract<ParsedReport, { ok: true }>;
      split: SplitReport;
      collectedAt: number | null;
      machineId: string | null;
      fingerprint: string | null;
    }
  | { ok: false; reason: string };

/** Decodes and parses a report. Never throws. */
export function parseReport(report: RawReport): ParseResult {
  const decoded = decode(report);
  return decoded.ok ? parseDecoded(decoded.sections) : decoded;
}

function decode(
  report: RawReport,
): { ok: true; sections: Sections } | { ok: false; reason: string } {
  if (!(report instanceof Uint8Array)) return { ok: true, sections: report };
  const decoded = decodeReport(report);
  return decoded.ok ? decoded : { ok: false, reason: REASONS[decoded.reason] };
}

function parseDecoded(sections: Sections): ParseResult {
  const parsed = parseSections(sections);
  if (parsed.ok)
    return {
      ok: true,
      parsed,
      split: splitReport(sections),
      collectedAt: collectedAt(sections),
      machineId: machineId(sections),
      // A report with warnings has no fingerprint: its warnings must be reported for each report again.
      fingerprint:
        parsed.packages !== null && parsed.warnings.length === 0 ? fingerprint(sections) : null,
    };
  const reason = parsed.warnings
    .map(({ section, message }) => `${section}: ${message}`)
    .join('; ')
    .slice(0, 500);
  return { ok: false, reason: reason || 'it contains no known section' };
}

/** Adds the ids; both lists are in the order of the packages and of `split.shared`. */
export function withIds(
  { parsed, split, ...rest }: Extract<ParseResult, { ok: true }>,
  packageIds: readonly number[],
  lines: readonly number[],
): IndexedReport {
  const { inventory, warnings, ecosystems, hasRepositories } = parsed;
  const { packages, unreadable, packageList, removed } = parsed;
  const list = packages && {
    ids: packageIds,
    names: packages.map((p) => p.name),
    installed: packages.map((p) => p.installed_at),
    unreadable,
  };
  return {
    inventory,
    warnings,
    ecosystems,
    hasRepositories,
    collectedAt: rest.collectedAt,
    packages: list,
    packageList,
    removed,
    machineId: rest.machineId,
    fingerprint: rest.fingerprint,
    encoded: encodeReport(split, lines),
    lines,
  };
}

/** Parses a report with the packages of the last stored one; null where they differ or cannot be compared. */
function parseUnchanged(sections: Sections, lastStored: LastStored): IndexedReport | null {
  if (fingerprint(sections) !== lastStored.fingerprint) return null;
  const rest = parseSections(
    Object.fromEntries(Object.entries(sections).filter(([name]) => !hasLayout(name))),
  );
  if (!rest.ok) return null;
  const { warnings, ecosystems, hasRepositories } = rest;
  return {
    inventory: { ...rest.inventory, reboot_required: lastStored.rebootRequired },
    warnings,
    ecosystems,
    hasRepositories,
    collectedAt: collectedAt(sections),
    packages: 'unchanged',
    machineId: machineId(sections),
    packageList: 'whole', // a list with unreadable entries has no fingerprint
    fingerprint: lastStored.fingerprint,
    encoded: encodeRest(sections),
    lines: [],
  };
}

/** Apart from `indexReport`, which waits for ids and would keep the sections in memory meanwhile. */
function parseChanged(
  report: RawReport,
  lastStored: LastStored | null,
): ParseResult | Extract<IndexResult, { ok: true }> {
  const decoded = decode(report);
  if (!decoded.ok) return decoded;
  const unchanged = lastStored && parseUnchanged(decoded.sections, lastStored);
  return unchanged ? { ok: true, report: unchanged } : parseDecoded(decoded.sections);
}

/** Parses a report and adds the ids of its packages and lines: from the cache, else from `resolveIds`. */
export async function indexReport(
  report: RawReport,
  { gcCount, lastStored }: ParseContext,
  cache: IdCache,
  resolveIds: ResolveIds,
): Promise<IndexResult> {
  const result = parseChanged(report, lastStored);
  if (!result.ok || 'report' in result) return result;
  cache.sync(gcCount);
  const packages = lookUp(result.parsed.packages ?? [], packageIdentity, cache.packages);
  const lines = lookUp(result.split.shared, (line) => line, cache.lines);
  if (packages.missing.size > 0 || lines.missing.size > 0) {
    const resolved = await resolveInChunks(resolveIds, {
      lines: [...lines.missing.values()],
      packages: [...packages.missing.values()],
    });
    const isCacheable = cache.isCurrent(resolved.gcCount);
    lines.fill(resolved.lines, isCacheable);
    packages.fill(resolved.packages, isCacheable);
  }
  return { ok: true, report: withIds(result, packages.ids(), lines.ids()) };
}

/** The thread with the database receives each question as one message, which it reads at once. */
const IDS_PER_QUESTION = 1000;

async function resolveInChunks(
  resolveIds: ResolveIds,
  { lines, packages }: MissingIds,
): Promise<ResolvedIds> {
  const resolved = { lines: [] as number[], packages: [] as number[], gcCount: -1 };
  for (let from = 0; from < Math.max(lines.length, packages.length); from += IDS_PER_QUESTION) {
    const to = from + IDS_PER_QUESTION;
    const question = { lines: lines.slice(from, to), packages: packages.slice(from, to) };
    const answer = await resolveIds(question);
    resolved.lines.push(...answer.lines);
    resolved.packages.push(...answer.packages);
    if (from === 0) resolved.gcCount = answer.gcCount;
  }
  return resolved;
}

/** Everything that distinguishes a package. Separated by a control character, which no field contains. */
export const packageIdentity = (p: Package): string =>
  `${p.format}\u0000${p.name}\u0000${p.version}\u0000${p.architecture}\u0000` +
  `${p.source}\u0000${p.source_version}\u0000${p.vendor}\u0000${p.module}\u0000${p.size}`;

/** Looks up items in the cache. `fill` adds the ids of the missing ones, in the order of `missing`. */
function lookUp<T>(items: readonly T[], identify: (item: T) => string, resolver: IdResolver) {
  const texts = items.map(identify);
  const ids = texts.map((text) => resolver.get(text));
  const missing = new Map<string, T>();
  ids.forEach((id, i) => {
    if (id === undefined) missing.set(texts[i] ?? '', items[i] as T);
  });
  return {
    missing,
    ids: () => ids as number[],
    fill(resolved: readonly number[], isCacheable: boolean): void {
      const idOf = new Map([...missing.keys()].map((text, i) => [text, resolved[i] ?? 0]));
      if (isCacheable) for (const [text, id] of idOf) resolver.set(text, id);
      texts.forEach((text, i) => {
        ids[i] ??= idOf.get(text);
      });
    },
  };
}

function collectedAt(sections: Sections): number | null {
  const text = Object.hasOwn(sections, 'collected-at') ? sections['collected-at'] : undefined;
  return text !== undefined && /^\d{9,10}\s*$/.test(text) ? Number(text.trim()) : null;
}

/** Returns the hash of a machine's id: 32 hexadecimal digits. */
function machineId(sections: Sections): string | null {
  const text = Object.hasOwn(sections, 'machine-id') ? sections['machine-id'] : undefined;
  return text !== undefined && /^[0-9a-f]{32}\s*$/.test(text) ? text.trim() : null;
}
