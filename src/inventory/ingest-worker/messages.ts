import { transfer, type WorkerProtocol } from '../../lib/worker/messages.js';
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

/** Indexes reports. The worker asks for the ids of lines and packages that it has not cached. */
export interface ReportReaderProtocol extends WorkerProtocol {
  request: { report: RawReport; context: ParseContext };
  response: WireResult;
  question: MissingIds;
  answer: ResolvedIds;
}

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
type WireResult = { ok: true; report: WireReport } | Extract<IndexResult, { ok: false }>;

const NAME_SEPARATOR = '\n'; // no name contains a control character

/** Returns a result as it is posted; its buffers are transferred. */
export function toWire(result: IndexResult): WireResult {
  if (!result.ok) return result;
  const { packages, lines, ...rest } = result.report;
  const report: WireReport = {
    ...rest,
    packages: packages === null || packages === 'unchanged' ? packages : packagesToWire(packages),
    lines: Float64Array.from(lines),
  };
  const list = report.packages === 'unchanged' ? null : report.packages;
  const buffers = [report.lines, list?.ids, list?.installed].flatMap((array) =>
    array ? [array.buffer as ArrayBuffer] : [],
  );
  return transfer({ ok: true, report }, buffers);
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
