import { z } from 'zod';
import { visitInSlices, type SlicedWork } from '../../../lib/slices.js';
import { JUSTIFICATIONS, type Justification } from '../justifications.js';
import { createProductTree, type ProductTree } from './csaf-products.js';
import type { VexDocument, VexStatement } from './statements.js';

const Id = z.string().min(1).max(10_000);
const Ids = z.array(Id).optional();

const Vulnerability = z.object({
  cve: z
    .string()
    .regex(/^CVE-\d{4}-\d{4,}$/)
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

/** Reads a CSAF VEX document. Throws ZodError. */
export function* readCsaf(input: unknown): SlicedWork<VexDocument> {
  const { document, product_tree: tree = {}, vulnerabilities } = Csaf.parse(input);
  const products = yield* createProductTree(tree);
  const groups = new Map(
    (tree.product_groups ?? []).map(({ group_id, product_ids }) => [group_id, product_ids]),
  );
  const read = { statements: [] as VexStatement[], skipped: 0 };
  for (const vulnerability of vulnerabilities)
    yield* readVulnerability(vulnerability, products, groups, read);
  return {
    format: 'csaf',
    source: document.tracking.id,
    author: document.publisher.name,
    ...read,
  };
}

type Groups = ReadonlyMap<string, readonly string[]>;

function* readVulnerability(
  vulnerability: Vulnerability,
  products: ProductTree,
  groups: Groups,
  read: Pick<VexDocument, 'statements' | 'skipped'>,
): SlicedWork<void> {
  const id = vulnerability.cve ?? vulnerability.ids?.[0]?.text;
  if (id === undefined) return;
  const impacts = impactsByProduct(vulnerability, groups);
  const justifications = justificationsByProduct(vulnerability, groups);
  for (const [status, productIds] of productsByStatus(vulnerability))
    yield* visitInSlices(productIds, (productId) => {
      const found = products(productId);
      if (found.length === 0 && status !== 'other') read.skipped += 1;
      const shared = {
        vulnerability: id,
        status,
        justification: justifications.get(productId) ?? null,
        impact: impacts.get(productId) ?? null,
        at: null,
      };
      read.statements.push(...found.map((product) => ({ ...shared, ...product })));
    });
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

function impactsByProduct({ threats = [] }: Vulnerability, groups: Groups): Map<string, string> {
  const impacts = threats.filter((t) => t.category === 'impact' && !RATING.test(t.details));
  return new Map(
    impacts.flatMap((threat) => productsOf(threat, groups).map((id) => [id, threat.details])),
  );
}

function justificationsByProduct(
  { flags = [] }: Vulnerability,
  groups: Groups,
): Map<string, Justification> {
  return new Map(
    flags.flatMap((flag) => {
      const label = JUSTIFICATIONS.find((known) => known === flag.label);
      return label === undefined ? [] : productsOf(flag, groups).map((id) => [id, label] as const);
    }),
  );
}

const productsOf = (
  {
    product_ids = [],
    group_ids = [],
  }: { product_ids?: string[] | undefined; group_ids?: string[] | undefined },
  groups: Groups,
): string[] => [...product_ids, ...group_ids.flatMap((id) => groups.get(id) ?? [])];
