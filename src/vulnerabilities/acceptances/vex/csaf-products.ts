import { z } from 'zod';
import { matchOfComponent, matchOfProduct } from './product-match.js';
import type { VexStatement } from './statements.js';

const Id = z.string().min(1).max(10_000);
const FullProduct = z.object({
  product_id: Id,
  product_identification_helper: z
    .object({
      cpe: z.string().max(10_000).optional(),
      purl: z.string().max(10_000).optional(),
      purls: z.array(z.string().max(10_000)).optional(),
    })
    .optional(),
});
type FullProduct = z.infer<typeof FullProduct>;
const Branch = z.object({
  product: FullProduct.optional(),
  branches: z.array(z.unknown()).optional(),
});
const Relationship = z.object({
  full_product_name: FullProduct,
  product_reference: Id,
  relates_to_product_reference: Id,
});
type Relationship = z.infer<typeof Relationship>;

interface Tree {
  branches?: unknown[] | undefined;
  full_product_names?: unknown[] | undefined;
  relationships?: unknown[] | undefined;
}

/** The products of a document, by their ids. */
export interface ProductTree {
  /** Returns at least the number of products that `find` returns, and does not create them. */
  count: (productId: string) => number;
  /** Returns the package URLs and CPE names of a product, with their matches; empty: it has none. */
  find: (productId: string) => Pick<VexStatement, 'product' | 'match'>[];
}

const MAX_RELATIONSHIPS = 5; // component of a module of a product

/** Reads a CSAF product tree (CSAF 2.0, section 3.2.2). Throws ZodError. */
export function createProductTree(tree: Tree): ProductTree {
  const products = new Map<string, FullProduct>();
  const relationships = new Map<string, Relationship>();
  const add = (product: FullProduct): unknown => products.set(product.product_id, product);
  for (const product of productsOfBranches(tree.branches ?? [])) add(product);
  for (const product of tree.full_product_names ?? []) add(FullProduct.parse(product));
  for (const item of tree.relationships ?? []) {
    const relationship = Relationship.parse(item);
    relationships.set(relationship.full_product_name.product_id, relationship);
    add(relationship.full_product_name);
  }
  return {
    count(productId) {
      const ids = new Set([productId, componentOf(productId, relationships)]);
      return [...ids].reduce((sum, id) => sum + countIdentifiers(products.get(id)), 0);
    },
    find: (productId) => findProducts(productId, products, relationships),
  };
}

/** Branches may nest as deep as the document: not recursive. */
function* productsOfBranches(branches: readonly unknown[]): Generator<FullProduct> {
  const waiting = [...branches];
  while (waiting.length > 0) {
    const { product, branches: inner = [] } = Branch.parse(waiting.pop());
    if (product) yield product;
    for (const branch of inner) waiting.push(branch);
  }
}

function findProducts(
  productId: string,
  products: ReadonlyMap<string, FullProduct>,
  relationships: ReadonlyMap<string, Relationship>,
): Pick<VexStatement, 'product' | 'match'>[] {
  const relationship = relationships.get(productId);
  if (!relationship)
    return identifiersOf(products.get(productId)).map((id) => ({
      product: id,
      match: matchOfProduct(id),
    }));
  const component = componentOf(productId, relationships);
  const ids = [productId, component].flatMap((id) => identifiersOf(products.get(id)));
  // A component of a component: a module, whose name is not part of the match.
  const isOfModule = relationships.has(relationship.relates_to_product_reference);
  const platform = platformOf(productId, products, relationships);
  return [...new Set(ids)].map((id) => {
    const match = platform === null ? null : matchOfComponent(id, platform);
    return { product: id, match: isOfModule && match?.versions === null ? null : match };
  });
}

/** Follows relationships to the component itself. */
function componentOf(productId: string, relationships: ReadonlyMap<string, Relationship>): string {
  let id = productId;
  for (let i = 0; i < MAX_RELATIONSHIPS; i += 1)
    id = relationships.get(id)?.product_reference ?? id;
  return id;
}

/** Follows relationships to the operating system, and returns its CPE name; null: it has none. */
function platformOf(
  productId: string,
  products: ReadonlyMap<string, FullProduct>,
  relationships: ReadonlyMap<string, Relationship>,
): string | null {
  let id = productId;
  for (let i = 0; i < MAX_RELATIONSHIPS; i += 1)
    id = relationships.get(id)?.relates_to_product_reference ?? id;
  const { cpe } = products.get(id)?.product_identification_helper ?? {};
  return cpe ?? null;
}

function countIdentifiers(product: FullProduct | undefined): number {
  const { cpe, purl, purls = [] } = product?.product_identification_helper ?? {};
  return purls.length + (purl === undefined ? 0 : 1) + (cpe === undefined ? 0 : 1);
}

/** Returns package URLs and CPE names, each once. */
function identifiersOf(product: FullProduct | undefined): string[] {
  const { cpe, purl, purls = [] } = product?.product_identification_helper ?? {};
  return [...new Set([purl, ...purls, cpe].filter((id) => id !== undefined))];
}
