import type { UnreadableEntries } from '../inventory.js';
import type {
  ParseContext,
  ResolvedIds,
  PackageList,
  IndexResult,
  IndexedReport,
  RawReport,
  MissingIds,
} from './parse.js';

/** To the thread that reads reports; `id` is that of one reading. */
export type ToReportReader =
  | { kind: 'read'; id: number; report: RawReport; before: ParseContext }
  | { kind: 'found'; id: number; found: ResolvedIds }
  /** it could not be looked up: nobody waits for this reading any more */
  | { kind: 'drop'; id: number };

export type FromReportReader =
  | { kind: 'unknown'; id: number; unknown: MissingIds }
  | { kind: 'read'; id: number; reading: WireResult }
  | { kind: 'failed'; id: number; message: string };

/** Lists of hundreds of numbers and names cross threads as a few blocks: the other thread takes those over instead of making each anew. */
interface SentPackages {
  ids: Float64Array;
  names: string;
  installed: Float64Array | null;
  unread: UnreadableEntries;
}
interface SentReport extends Omit<IndexedReport, 'packages' | 'lines'> {
  packages: SentPackages | 'unchanged' | null;
  lines: Float64Array;
}
export type WireResult = { ok: true; report: SentReport } | Extract<IndexResult, { ok: false }>;

const BETWEEN = '\n'; // no name holds a control character

/** A reading as it is sent; `blocks` are to be transferred. */
export function toWire(reading: IndexResult): { reading: WireResult; blocks: ArrayBuffer[] } {
  if (!reading.ok) return { reading, blocks: [] };
  const { packages, lines, ...rest } = reading.report;
  const sent: SentReport = {
    ...rest,
    packages: packages === null || packages === 'unchanged' ? packages : packagesToSent(packages),
    lines: Float64Array.from(lines),
  };
  const list = sent.packages === 'unchanged' ? null : sent.packages;
  return {
    reading: { ok: true, report: sent },
    blocks: [sent.lines, list?.ids, list?.installed].flatMap((block) =>
      block ? [block.buffer as ArrayBuffer] : [],
    ),
  };
}

export function fromWire(reading: WireResult): IndexResult {
  if (!reading.ok) return reading;
  const { packages, lines, ...rest } = reading.report;
  return {
    ok: true,
    report: {
      ...rest,
      packages:
        packages === null || packages === 'unchanged' ? packages : packagesFromSent(packages),
      lines: Array.from(lines),
    },
  };
}

const packagesToSent = ({ ids, names, installed, unread }: PackageList): SentPackages => ({
  ids: Float64Array.from(ids),
  names: names.join(BETWEEN),
  installed: installed.every((at) => at === null)
    ? null
    : Float64Array.from(installed, (at) => at ?? Number.NaN),
  unread,
});

function packagesFromSent({ ids, names, installed, unread }: SentPackages): PackageList {
  const times = installed && Array.from(installed, (at) => (Number.isNaN(at) ? null : at));
  return {
    ids: Array.from(ids),
    names: ids.length === 0 ? [] : names.split(BETWEEN),
    installed: times ?? new Array<null>(ids.length).fill(null),
    unread,
  };
}
