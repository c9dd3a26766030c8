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

/** To the worker that indexes reports; `id` identifies the request. */
export type ToReportReader =
  | { kind: 'index'; id: number; report: RawReport; context: ParseContext }
  | { kind: 'resolved'; id: number; resolved: ResolvedIds }
  /** the ids could not be resolved: the request has been rejected */
  | { kind: 'cancel'; id: number };

export type FromReportReader =
  | { kind: 'resolve'; id: number; missing: MissingIds }
  | { kind: 'indexed'; id: number; result: WireResult }
  | { kind: 'failed'; id: number; message: string };

/** Package lists cross threads as a few buffers, which are transferred instead of being cloned item by item. */
interface WirePackages {
  ids: Float64Array;
  names: string;
  installed: Float64Array | null;
  unreadable: UnreadableEntries;
}
interface WireReport extends Omit<IndexedReport, 'packages' | 'lines'> {
  packages: WirePackages | 'unchanged' | null;
  lines: Float64Array;
}
export type WireResult = { ok: true; report: WireReport } | Extract<IndexResult, { ok: false }>;

const NAME_SEPARATOR = '\n'; // no name contains a control character

/** Returns a result as it is posted; `buffers` are to be transferred. */
export function toWire(result: IndexResult): { result: WireResult; buffers: ArrayBuffer[] } {
  if (!result.ok) return { result, buffers: [] };
  const { packages, lines, ...rest } = result.report;
  const report: WireReport = {
    ...rest,
    packages: packages === null || packages === 'unchanged' ? packages : packagesToWire(packages),
    lines: Float64Array.from(lines),
  };
  const list = report.packages === 'unchanged' ? null : report.packages;
  return {
    result: { ok: true, report },
    buffers: [report.lines, list?.ids, list?.installed].flatMap((array) =>
      array ? [array.buffer as ArrayBuffer] : [],
    ),
  };
}

export function fromWire(result: WireResult): IndexResult {
  if (!result.ok) return result;
  const { packages, lines, ...rest } = result.report;
  return {
    ok: true,
    report: {
      ...rest,
      packages:
        packages === null || packages === 'unchanged' ? packages : packagesFromWire(packages),
      lines: Array.from(lines),
    },
  };
}

const packagesToWire = ({ ids, names, installed, unreadable }: PackageList): WirePackages => ({
  ids: Float64Array.from(ids),
  names: names.join(NAME_SEPARATOR),
  installed: installed.every((at) => at === null)
    ? null
    : Float64Array.from(installed, (at) => at ?? Number.NaN),
  unreadable,
});

function packagesFromWire({ ids, names, installed, unreadable }: WirePackages): PackageList {
  const times = installed && Array.from(installed, (at) => (Number.isNaN(at) ? null : at));
  return {
    ids: Array.from(ids),
    names: ids.length === 0 ? [] : names.split(NAME_SEPARATOR),
    installed: times ?? new Array<null>(ids.length).fill(null),
    unreadable,
  };
}
