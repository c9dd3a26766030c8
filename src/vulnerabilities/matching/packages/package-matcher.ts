import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { VersionOrder } from '../../../knowledge/records.js';
import { versionKey } from '../../../versions/keys.js';
import type { Fact, FindingConfidence, Judge, JudgedPackage, Judgement } from '../../facts.js';
import type { ReadNote } from '../vulnerability-summary.js';
import { severityOf } from '../../severity.js';
import { decide, type Hit, type Verdict } from './resolve-sources.js';
import { createAffected, createPlacing, type Affected, type Placed } from './affected-ranges.js';
import { createRows, type Rows } from './range-reader.js';
import { isForStream, orderOf, sourceOf, streamOf, upstreamOf } from './lookup-targets.js';

/** Judges packages by the data of releases. @param notes what is known of a vulnerability, read only when somebody wants it */
export function createPackageJudge(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation' | 'snapshot'>,
  notes: ReadNote,
): Judge['packages'] {
  const rows = createRows(knowledge);
  return (scopes, packages, generation) =>
    knowledge.snapshot(() => {
      rows.refresh();
      const at = generation ?? knowledge.generation();
      const place = createPlacing(rows, at);
      const placed = packages.map((pkg) => placedIn(place, scopes, pkg));
      const { affected, forget } = createAffected(rows, at, placed.flat());
      const reading: Reading = { rows, affected, generation: at, notes };
      const judged = packages.map((pkg, n) => judgeOne(reading, pkg, placed[n] ?? []));
      forget(); // judgements that somebody keeps must not keep all that was read for them
      return judged;
    });
}

function placedIn(
  place: ReturnType<typeof createPlacing>,
  scopes: readonly string[],
  pkg: JudgedPackage,
): Placed[] {
  const order = orderOf(pkg.format);
  return order === null ? [] : place(scopes, order, pkg);
}

/** What the packages of one question are judged from. */
interface Reading {
  rows: Rows;
  affected: Affected;
  generation: number;
  notes: ReadNote;
}

function judgeOne(reading: Reading, pkg: JudgedPackage, placed: readonly Placed[]): Judgement[] {
  const { rows, generation, notes } = reading;
  const order = orderOf(pkg.format);
  if (order === null) return [];
  const hits = placed.flatMap((one, number) => hitsAt(reading, order, pkg, one, number));
  if (hits.length === 0) return [];
  const decidedBy = (number: number, vulnerability: string): number | null => {
    const place = placed[number]?.place;
    return place === undefined ? null : rows.decidedBy(place, vulnerability, generation);
  };
  return decide(
    hits,
    placed.map(({ target }) => target.scope),
    decidedBy,
    rows.lowestRank(generation),
  ).map((verdict) =>
    judgementOf(pkg, order, verdict, () => notes(verdict.vulnerability, generation)),
  );
}

function hitsAt(
  { rows, affected }: Reading,
  order: VersionOrder,
  pkg: JudgedPackage,
  { target, place, version, key }: Placed,
  number: number,
): Hit[] {
  const ranges = place === undefined ? [] : affected(place, key);
  if (ranges.length === 0) return [];
  const stream = streamOf(pkg);
  return ranges
    .filter(
      (row) =>
        isForStream(
          row.module,
          stream,
          () => row.fixed !== null && upstreamOf(row.fixed) === upstreamOf(version),
        ) && !isMendedBinary(order, pkg, row.conditions),
    )
    .map((row) => ({ target, place: number, row, advisory: rows.advisory(row.advisory_id) }));
}

/** Ubuntu tells for each binary package in which version it is mended, which need not be that of its source. */
function isMendedBinary(
  order: VersionOrder,
  { name, version }: JudgedPackage,
  conditions: string | null,
): boolean {
  const fixed = binaryFix(name, conditions);
  return (
    fixed !== null && Buffer.compare(versionKey(order, version), versionKey(order, fixed)) >= 0
  );
}

function binaryFix(name: string, conditions: string | null): string | null {
  if (conditions === null) return null;
  const { binaries } = JSON.parse(conditions) as { binaries?: Record<string, string | null> };
  return binaries !== undefined && Object.hasOwn(binaries, name) ? (binaries[name] ?? null) : null;
}

function judgementOf(
  pkg: JudgedPackage,
  order: VersionOrder,
  verdict: Verdict,
  note: () => Judgement['note'],
): Judgement {
  let read: Judgement['note'] | undefined;
  const lazy = (): Judgement['note'] => (read ??= note());
  return {
    fact: factOf(pkg, order, verdict, lazy),
    get note() {
      return lazy();
    },
  };
}

function factOf(
  pkg: JudgedPackage,
  order: VersionOrder,
  { vulnerability, shown, others, advisories }: Verdict,
  note: () => Judgement['note'],
): Fact {
  const { row, advisory, target } = shown;
  const source = sourceOf(pkg);
  const isSource =
    target.kind === 'source' && (source.name !== pkg.name || source.version !== pkg.version);
  return {
    origin: 'package',
    vulnerability_id: vulnerability,
    package: pkg.name,
    architecture: pkg.architecture,
    port: null,
    transport: null,
    installed_version: pkg.version,
    fixed_version: row.fixed === null ? null : (binaryFix(pkg.name, row.conditions) ?? row.fixed),
    severity: severityAmong([shown, ...others]) ?? severityOf(note().cvss_score) ?? 'unknown',
    confidence: confidenceOf(shown),
    advisory: advisory.name,
    advisory_url: advisory.url,
    feed: advisory.feed,
    basis: {
      order,
      scope: target.scope,
      source: isSource ? source.name : null,
      source_version: isSource ? source.version : null,
      state: row.state,
      format: pkg.format,
      ...(row.hidden === 1 && { unimportant: true }),
      ...(advisories.length > 0 && { advisories }),
    },
  };
}

// The distribution's word for this release, then its word for the record; then its score of it.
function severityAmong(hits: readonly Hit[]): Fact['severity'] | null {
  const words = hits.map(({ row, advisory }) => row.severity ?? advisory.severity);
  const scores = hits.map(({ advisory }) =>
    advisory.vulnerabilities.length === 1 ? severityOf(advisory.cvss_score) : null,
  );
  return [...words, ...scores].find((word) => word !== null && word !== 'unknown') ?? null;
}

// A flaw that nobody has looked at may not be one here; a module build whose stream is not told may be of another.
const confidenceOf = ({ row }: Hit): FindingConfidence =>
  row.state === 'undetermined' || row.module === '*' ? 'possible' : 'confirmed';
