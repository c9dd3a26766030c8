import { z } from 'zod';
import { visitInSlices, type SlicedWork } from '../../../lib/slices.js';
import { JUSTIFICATIONS } from '../justifications.js';
import { matchOfProduct, platformEcosystems } from './product-match.js';
import type { VexDocument, VexStatement } from './statements.js';

const Text = z.string().max(10_000);
const Identifiers = z.object({
  purl: Text.optional(),
  cpe22: Text.optional(),
  cpe23: Text.optional(),
});
const Subcomponent = z.object({ '@id': Text.optional(), identifiers: Identifiers.optional() });
const Product = Subcomponent.extend({ subcomponents: z.array(Subcomponent).optional() });

const Statement = z.object({
  vulnerability: z.object({
    name: z.string().min(1).max(255),
    aliases: z.array(z.string().max(255)).max(100).optional(),
  }),
  timestamp: z.string().max(100).optional(),
  products: z.array(Product).optional(),
  status: z.enum(['not_affected', 'affected', 'fixed', 'under_investigation']),
  justification: z.enum(JUSTIFICATIONS).optional(),
  impact_statement: Text.optional(),
});

/** The part of an OpenVEX document (0.2.0) that is used. */
const OpenVex = z.object({
  '@context': z.string().startsWith('https://openvex.dev/ns'),
  '@id': z.string().min(1).max(1000),
  author: z.string().min(1).max(10_000),
  timestamp: z.string().max(100),
  statements: z.array(z.unknown()).min(1),
});

export const isOpenVex = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && '@context' in document;

/** Reads an OpenVEX document. Throws ZodError. */
export function* readOpenVex(input: unknown): SlicedWork<VexDocument> {
  const document = OpenVex.parse(input);
  const statements: VexStatement[] = [];
  let skipped = 0;
  yield* visitInSlices(document.statements, (item) => {
    const statement = Statement.parse(item);
    const read = readStatement(statement, statement.timestamp ?? document.timestamp);
    statements.push(...read.statements);
    skipped += read.skipped;
  });
  return {
    format: 'openvex',
    source: document['@id'],
    author: document.author,
    statements,
    skipped,
  };
}

function readStatement(
  {
    vulnerability,
    products = [],
    status,
    justification,
    impact_statement,
  }: z.infer<typeof Statement>,
  timestamp: string,
): { statements: VexStatement[]; skipped: number } {
  const found = products.flatMap((product) => readProduct(product));
  const at = Date.parse(timestamp);
  const shared = {
    status: status === 'not_affected' || status === 'fixed' ? status : ('other' as const),
    justification: justification ?? null,
    impact: impact_statement ?? null,
    at: Number.isNaN(at) ? null : at,
  };
  const ids = vulnerabilityIds([vulnerability.name, ...(vulnerability.aliases ?? [])]);
  const identified = found.filter(({ product }) => product !== null);
  return {
    statements: ids.flatMap((id) =>
      identified.map(({ product, match }) => ({
        ...shared,
        vulnerability: id,
        product: product ?? '',
        match,
      })),
    ),
    skipped: shared.status === 'other' ? 0 : found.length - identified.length,
  };
}

/** Findings are named by their CVE where there is one. */
function vulnerabilityIds(names: readonly string[]): string[] {
  const cves = names.filter((name) => /^CVE-\d{4}-\d{4,}$/.test(name));
  return cves.length > 0 ? [...new Set(cves)] : names.slice(0, 1);
}

type ReadProduct = Pick<VexStatement, 'match'> & { product: string | null };

/** A subcomponent is what the statement is about; the product that it is part of has to be an operating system. */
function readProduct({ subcomponents = [], ...product }: z.infer<typeof Product>): ReadProduct[] {
  const ids = identifiersOf(product);
  if (subcomponents.length === 0)
    return ids.length === 0
      ? [{ product: null, match: null }]
      : ids.map((id) => ({ product: id, match: matchOfProduct(id) }));
  const platform = ids.map((id) => platformEcosystems(id)).find((found) => found !== null) ?? null;
  return subcomponents.flatMap((component) =>
    identifiersOf(component).map((id) => ({
      product: id,
      match: platform === null ? null : matchOfProduct(id, platform),
    })),
  );
}

/** Returns package URLs and CPE names, each once. */
function identifiersOf({
  '@id': id,
  identifiers: { purl, cpe22, cpe23 } = {},
}: z.infer<typeof Subcomponent>): string[] {
  const ids = [id, purl, cpe23 ?? cpe22].filter((text) => text !== undefined);
  return [...new Set(ids)].filter((text) => /^(?:pkg|cpe):/.test(text));
}
