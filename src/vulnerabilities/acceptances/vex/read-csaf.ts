import { z } from 'zod';
import { JUSTIFICATIONS, type Justification } from '../justifications.js';
import { createProductTree, type ProductTree } from './csaf-products.js';
import { createStatementBudget } from './statement-budget.js';
import type { VexDocument, VexStatement } from './statements.js';

const Id = z.string().min(1).max(10_000);
const Ids = z.array(Id).optional();

const Vulnerability = z.object({
  cve: z
    .string()
    .regex(/^CVE-\d{4}-\d{4,}$/i)
    .optional(),
  ids: z.array(z.object({ text: z.string().min(1).max(255) })).optional(),
  product_status: z
    .object({
      fixed: Ids,
      first_fixed: Ids,
      known_not_affected: Ids,
      known_affected: Ids,
      first_affected: Ids,
      last_affected: Ids,
      under_investigation: Ids,
    })
    .optional(),
  flags: z
    .array(z.object({ label: z.string().max(255), product_ids: Ids, group_ids: Ids }))
    .optional(),
  threats: z
    .array(
      z.object({
        category: z.string().max(255),
        details: z.string(),
        product_ids: Ids,
        group_ids: Ids,
      }),
    )
    .optional(),
});
type Vulnerability = z.infer<typeof Vulnerability>;

/** The part of a CSAF 2.0 document of the profile VEX that is used. */
const Csaf = z.object({
  document: z.object({
    category: z.literal('csaf_vex'),
    csaf_version: z.literal('2.0'),
    publisher: z.object({ name: z.string().min(1).max(10_000) }),
    tracking: z.object({ id: z.string().min(1).max(1000) }),
  }),
  product_tree: z
    .object({
      branches: z.array(z.unknown()).optional(),
      full_product_names: z.array(z.unknown()).optional(),
      relationships: z.array(z.unknown()).optional(),
      product_groups: z.array(z.object({ group_id: Id, product_ids: z.array(Id) })).optional(),
    })
    .optional(),
  vulnerabilities: z.array(Vulnerability),
});

export const isCsaf = (document: unknown): boolean =>
  typeof document === 'object' && document !== null && 'document' in document;

/** The products and groups that the vulnerabilities of a document refer to. */
interface References {
  products: ProductTree;
  groups: ReadonlyMap<string, readonly string[]>;
}

/** Reads a CSAF VEX document. Throws ZodError, and VexTooLargeError before it makes too many statements. */
export function readCsaf(input: unknown): VexDocument {
  const { document, product_tree: tree = {}, vulnerabilities } = Csaf.parse(input);
  const references = {
    products: createProductTree(tree),
    groups: new Map(
      (tree.product_groups ?? []).map(({ group_id, product_ids }) => [group_id, product_ids]),
    ),
  };
  const { spend } = createStatementBudget();
  for (const vulnerability of vulnerabilities) spend(countReferences(vulnerability, references));
  const read = { statements: [] as VexStatement[], skipped: 0 };
  for (const vulnerability of vulnerabilities) readVulnerability(vulnerability, references, read);
  return {
    format: 'csaf',
    source: document.tracking.id,
    author: document.publisher.name,
    ...read,
  };
}

/** Returns the number of statements of a vulnerability, and of products in groups that it refers to. */
function countReferences(vulnerability: Vulnerability, { products, groups }: References): number {
  let count = 0;
  for (const [, productIds] of productsByStatus(vulnerability))
    for (const productId of productIds) count += products.count(productId);
  for (const { group_ids } of [...(vulnerability.flags ?? []), ...(vulnerability.threats ?? [])])
    for (const groupId of new Set(group_ids)) count += groups.get(groupId)?.length ?? 0;
  return count;
}

function readVulnerability(
  vulnerability: Vulnerability,
  { products, groups }: References,
  read: Pick<VexDocument, 'statements' | 'skipped'>,
): void {
  const id = vulnerability.cve ?? vulnerability.ids?.[0]?.text;
  if (id === undefined) return;
  const impacts = impactsByProduct(vulnerability, groups);
  const justifications = justificationsByProduct(vulnerability, groups);
  for (const [status, productIds] of productsByStatus(vulnerability))
    for (const productId of productIds) {
      const found = products.find(productId);
      if (found.length === 0 && status !== 'other') read.skipped += 1;
      const shared = {
        vulnerability: id,
        status,
        justification: justifications.get(productId) ?? null,
        impact: impacts.get(productId) ?? null,
        at: null,
      };
      for (const product of found) read.statements.push({ ...shared, ...product });
    }
}

/** A product that has two statuses is not fine: `other` is last, and the last statement counts. */
function productsByStatus({
  product_status: status = {},
}: Vulnerability): [VexStatement['status'], Set<string>][] {
  const { fixed = [], first_fixed = [], known_not_affected = [] } = status;
  const { known_affected = [], first_affected = [], last_affected = [] } = status;
  const { under_investigation = [] } = status;
  return [
    ['not_affected', new Set(known_not_affected)],
    ['fixed', new Set([...fixed, ...first_fixed])],
    [
      'other',
      new Set([...known_affected, ...first_affected, ...last_affected, ...under_investigation]),
    ],
  ];
}

// Red Hat states its severity rating as the impact: it does not say why a product is not affected.
const RATING = /^(?:critical|important|moderate|low)$/i;

type Groups = References['groups'];

function impactsByProduct({ threats = [] }: Vulnerability, groups: Groups): Map<string, string> {
  const impacts = new Map<string, string>();
  for (const threat of threats)
    if (threat.category === 'impact' && !RATING.test(threat.details))
      for (const id of productsOf(threat, groups)) impacts.set(id, threat.details);
  return impacts;
}

function justificationsByProduct(
  { flags = [] }: Vulnerability,
  groups: Groups,
): Map<string, Justification> {
  const justifications = new Map<string, Justification>();
  for (const flag of flags) {
    const label = JUSTIFICATIONS.find((known) => known === flag.label);
    if (label === undefined) continue;
    for (const id of productsOf(flag, groups)) justifications.set(id, label);
  }
  return justifications;
}

interface ProductReferences {
  product_ids?: string[] | undefined;
  group_ids?: string[] | undefined;
}

/** Yields the products of a flag or threat, also those of its groups. */
function* productsOf(
  { product_ids = [], group_ids = [] }: ProductReferences,
  groups: Groups,
): Generator<string> {
  yield* product_ids;
  for (const groupId of new Set(group_ids)) yield* groups.get(groupId) ?? [];
}
