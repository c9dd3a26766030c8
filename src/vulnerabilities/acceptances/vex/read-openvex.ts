import { z } from 'zod';
import { JUSTIFICATIONS } from '../justifications.js';
import { publishedForm } from '../../vulnerability-ids.js';
import { matchOfComponent, matchOfProduct, platformEcosystems } from './product-match.js';
import { createStatementBudget } from './statement-budget.js';
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

type Statement = z.infer<typeof Statement>;

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

/** Reads an OpenVEX document. Throws ZodError, and VexTooLargeError before it makes too many statements. */
export function readOpenVex(input: unknown): VexDocument {
  const document = OpenVex.parse(input);
  const { spend } = createStatementBudget();
  const statements = document.statements.map((item) => Statement.parse(item));
  for (const statement of statements) spend(countStatements(statement));
  const read = { statements: [] as VexStatement[], skipped: 0 };
  for (const statement of statements)
    readStatement(statement, statement.timestamp ?? document.timestamp, read);
  return { format: 'openvex', source: document['@id'], author: document.author, ...read };
}

/** Returns the number of vulnerabilities times that of identifiers of products. */
function countStatements({ vulnerability, products = [] }: Statement): number {
  let count = 0;
  for (const { subcomponents = [], ...product } of products)
    for (const part of subcomponents.length === 0 ? [product] : subcomponents)
      count += identifiersOf(part).length;
  return vulnerabilityIds(vulnerability).length * count;
}

function readStatement(
  { vulnerability, products = [], status, ...reasons }: Statement,
  timestamp: string,
  read: Pick<VexDocument, 'statements' | 'skipped'>,
): void {
  const at = Date.parse(timestamp);
  const shared = {
    status: status === 'not_affected' || status === 'fixed' ? status : ('other' as const),
    justification: reasons.justification ?? null,
    impact: reasons.impact_statement ?? null,
    at: Number.isNaN(at) ? null : at,
  };
  const ids = vulnerabilityIds(vulnerability);
  for (const product of products) {
    const found = readProduct(product);
    if (found.length === 0 && shared.status !== 'other') read.skipped += 1;
    for (const id of ids)
      for (const match of found) read.statements.push({ ...shared, vulnerability: id, ...match });
  }
}

/** Findings are named by their CVE where there is one. */
function vulnerabilityIds({ name, aliases = [] }: Statement['vulnerability']): string[] {
  const names = [name, ...aliases];
  const cves = names.map(publishedForm).filter((id) => /^CVE-\d{4}-\d{4,}$/.test(id));
  return cves.length > 0 ? [...new Set(cves)] : names.slice(0, 1);
}

/**
 * Returns the package URLs and CPE names of a product, with their matches; empty: it has none. A subcomponent is what
 * the statement is about; the product that it is part of has to be an operating system.
 */
function readProduct({
  subcomponents = [],
  ...product
}: z.infer<typeof Product>): Pick<VexStatement, 'product' | 'match'>[] {
  const ids = identifiersOf(product);
  if (subcomponents.length === 0)
    return ids.map((id) => ({ product: id, match: matchOfProduct(id) }));
  const platform = ids.find((id) => platformEcosystems(id) !== null) ?? null;
  return subcomponents.flatMap((component) =>
    identifiersOf(component).map((id) => ({
      product: id,
      match: platform === null ? null : matchOfComponent(id, platform),
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
