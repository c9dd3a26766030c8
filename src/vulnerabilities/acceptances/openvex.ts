import { createHash } from 'node:crypto';
import { VERSION } from '../../version.js';
import { isoTime } from '../../lib/times.js';
import type { RegisteredAcceptance } from './acceptances.js';
import { purlOfPackage } from './vex/purl.js';

interface Component {
  '@id': string;
  identifiers?: { purl: string } | { cpe22: string } | { cpe23: string };
  subcomponents?: Component[];
}

interface OpenVexStatement {
  '@id': string;
  vulnerability: { name: string };
  timestamp: string;
  products: Component[];
  status: 'affected' | 'not_affected' | 'fixed';
  justification?: string;
  impact_statement?: string;
  action_statement?: string;
  status_notes?: string;
  supplier?: string;
}

/** An OpenVEX document, version 0.2.0 of the specification. */
export interface OpenVexDocument {
  '@context': string;
  '@id': string;
  author: string;
  role: string;
  timestamp: string;
  version: number;
  tooling: string;
  statements: OpenVexStatement[];
}

/** The ecosystem of a package that an acceptance of a person covers. `id`: of the acceptance. */
interface PackageEcosystem {
  id: number;
  format: string;
  ecosystem: string;
}

/**
 * Builds an OpenVEX document of acceptances. An accepted risk is `affected`, with the reason as the action statement.
 * One with a justification is `not_affected`. Statements of vendors keep their status.
 * @param ecosystems where the accepted packages are found
 * @param now Unix seconds
 */
export function toOpenVex(
  items: readonly RegisteredAcceptance[],
  ecosystems: readonly PackageEcosystem[],
  now: number,
): OpenVexDocument {
  const purls = new Map<number, Set<string>>();
  for (const { id, format, ecosystem } of ecosystems) {
    const name = items.find((item) => item.id === id)?.package;
    const purl = name == null ? null : purlOfPackage(format, ecosystem, name);
    if (purl !== null) purls.set(id, (purls.get(id) ?? new Set()).add(purl));
  }
  const statements = items.map((item) => toStatement(item, [...(purls.get(item.id) ?? [])]));
  const digest = createHash('sha256').update(JSON.stringify(statements)).digest('hex');
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    // The namespace for documents whose author has none: the same statements have the same id.
    '@id': `https://openvex.dev/docs/public/vex-${digest}`,
    author: 'hostwarden',
    role: 'Document Creator',
    timestamp: isoTime(now),
    version: 1,
    tooling: `hostwarden/${VERSION}`,
    statements,
  };
}

const toStatement = (item: RegisteredAcceptance, purls: readonly string[]): OpenVexStatement => ({
  '@id': `urn:hostwarden:acceptance:${item.id}`,
  vulnerability: { name: item.vulnerability_id },
  timestamp: isoTime(item.created_at),
  products: [toProduct(item, purls)],
  ...toStatus(item),
});

type Status = Pick<
  OpenVexStatement,
  'status' | 'justification' | 'impact_statement' | 'action_statement' | 'status_notes' | 'supplier'
>;

function toStatus({
  status,
  justification,
  reason,
  by,
  until,
  kind,
}: RegisteredAcceptance): Status {
  const author = kind === 'vendor' ? { supplier: by } : { status_notes: `Stated by ${by}` };
  if (status === 'fixed') return { status, ...author };
  if (status === 'not_affected')
    return {
      status,
      ...(justification !== null && { justification }),
      impact_statement: reason,
      ...author,
    };
  const end = until === null ? '' : ` until ${isoTime(until)}`;
  return { status: 'affected', action_statement: `Risk accepted${end}: ${reason}`, ...author };
}

/** The product is where the statement holds: a host, a group or the fleet. The package or port is its subcomponent. */
function toProduct(item: RegisteredAcceptance, purls: readonly string[]): Component {
  if (item.product !== null) return toIdentified(item.product);
  const subcomponents = toSubcomponents(item, purls);
  return {
    '@id': hostsIri(item),
    ...(subcomponents.length > 0 && { subcomponents }),
  };
}

function hostsIri({ host_id, group_id }: RegisteredAcceptance): string {
  if (host_id !== null) return `urn:hostwarden:host:${host_id}`;
  return group_id === null ? 'urn:hostwarden:fleet' : `urn:hostwarden:group:${group_id}`;
}

function toSubcomponents(
  { package: name, port, transport }: RegisteredAcceptance,
  purls: readonly string[],
): Component[] {
  if (port !== null) return [{ '@id': `urn:hostwarden:port:${transport}:${port}` }];
  if (name === null) return [];
  if (purls.length > 0) return purls.map(toIdentified);
  return [{ '@id': `urn:hostwarden:package:${encodeURIComponent(name)}` }];
}

/** A component of a package URL or a CPE name, of version 2.3 or 2.2. */
function toIdentified(id: string): Component {
  if (id.startsWith('pkg:')) return { '@id': id, identifiers: { purl: id } };
  const iri = `urn:hostwarden:cpe:${encodeURIComponent(id)}`;
  return {
    '@id': iri,
    identifiers: id.startsWith('cpe:2.3:') ? { cpe23: id } : { cpe22: id },
  };
}
