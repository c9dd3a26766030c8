import { AppError } from '../../errors.js';
import { validationFailed } from '../../http/zod.js';
import type { Justification } from './justifications.js';

/** The request for an acceptance: its hosts, where it applies, and why. `until`: Unix seconds. */
export interface AcceptanceInput {
  reason: string;
  until?: number | null | undefined;
  justification?: Justification | null | undefined;
  host_id?: number | null | undefined;
  group_id?: number | null | undefined;
  all_hosts?: boolean | undefined;
  package?: string | null | undefined;
  port?: number | null | undefined;
  transport?: 'tcp' | 'udp' | null | undefined;
  all_places?: boolean | undefined;
}

/** An acceptance in the register. Times: Unix seconds. `findings`: the number of open ones that it covers now. */
export interface RegisteredAcceptance extends AcceptedHosts, FindingLocation {
  id: number;
  vulnerability_id: string;
  host_name: string | null;
  group_name: string | null;
  reason: string;
  by: string;
  until: number | null;
  kind: 'person' | 'vendor';
  source: string | null;
  product: string | null;
  /** the releases of the product; one with a colon at its end stands for all of a distribution */
  ecosystems: string[] | null;
  status: 'affected' | 'not_affected' | 'fixed';
  justification: string | null;
  created_at: number;
  ended_at: number | null;
  /** id of the acceptance whose end or reason it changes */
  replaces: number | null;
  findings: number;
}

/** The hosts of an acceptance; both null: all. */
export interface AcceptedHosts {
  host_id: number | null;
  group_id: number | null;
}

/** A package or a port in which a vulnerability is found. */
export interface FindingLocation {
  package: string | null;
  port: number | null;
  transport: 'tcp' | 'udp' | null;
}

/** `openssl`, `443/tcp` */
export const locationText = ({ package: name, port, transport }: FindingLocation): string =>
  name ?? `${port}/${transport}`;

/** Where an acceptance applies, as stated; `all`: everywhere. Null: left open. */
type StatedLocation = FindingLocation | 'all' | null;

const EVERYWHERE: FindingLocation = { package: null, port: null, transport: null };

/**
 * Returns the hosts that an acceptance covers. Throws 422 if none are stated, 400 if they are stated twice.
 */
export function acceptedHosts({ host_id, group_id, all_hosts }: AcceptanceInput): AcceptedHosts {
  const stated = [host_id != null, group_id != null, all_hosts === true].filter(Boolean).length;
  if (stated > 1) throw contradiction('/host_id', 'host_id, group_id and all_hosts');
  if (stated === 0)
    throw tooWide('The acceptance does not say which hosts', [
      ['/host_id', 'add host_id, group_id or all_hosts: true'],
    ]);
  return { host_id: host_id ?? null, group_id: group_id ?? null };
}

/** Returns the location as stated. Throws 400 if it is stated twice, or half of a port. */
function statedLocation(input: AcceptanceInput): StatedLocation {
  const { package: name = null, port = null, transport = null, all_places } = input;
  if ((port === null) !== (transport === null))
    throw invalid(port === null ? '/port' : '/transport', 'port and transport belong together');
  const stated = [name !== null, port !== null, all_places === true].filter(Boolean).length;
  if (stated > 1) throw contradiction('/package', 'package, port and all_places');
  if (all_places === true) return 'all';
  return stated === 0 ? null : { package: name, port, transport };
}

/**
 * Returns where an acceptance applies. One that leaves it open covers the package in which the vulnerability is
 * found, if that is a single one. Throws 422 `acceptance_too_wide` otherwise: what appears elsewhere later is new.
 * @param findLocations returns where the vulnerability is found on the accepted hosts
 */
export function acceptedLocation(
  input: AcceptanceInput,
  findLocations: () => readonly FindingLocation[],
): FindingLocation {
  const stated = statedLocation(input);
  if (stated === 'all') return EVERYWHERE;
  if (stated !== null) return stated;
  const found = findLocations();
  const [only] = found;
  if (only && found.length === 1 && only.package !== null) return only;
  throw leftOpen(found);
}

function leftOpen(found: readonly FindingLocation[]): AppError {
  const ports = found.filter(({ port }) => port !== null);
  const packages = found.filter(({ package: name }) => name !== null);
  const where = [
    ...(packages.length > 0 ? [`in ${packages.map(locationText).join(', ')}`] : []),
    ...(ports.length > 0 ? [`on ${ports.map(locationText).join(', ')}`] : []),
  ].join(' and ');
  const situation =
    where === ''
      ? 'The vulnerability is not found on these hosts now'
      : `The vulnerability is found ${where}`;
  return tooWide(situation, [
    ...(ports.length === 0 ? [['/package', 'add package, or all_places: true'] as const] : []),
    ...(packages.length === 0
      ? [['/port', 'add port and transport, or all_places: true'] as const]
      : []),
    ...(ports.length > 0 && packages.length > 0
      ? [['/package', 'add package, or port and transport, or all_places: true'] as const]
      : []),
  ]);
}

/** @param missing what to add: JSON pointers with messages */
function tooWide(
  situation: string,
  missing: readonly (readonly [path: string, message: string])[],
): AppError {
  const advice = missing.map(([, message]) => message).join('; or ');
  return new AppError('acceptance_too_wide', `${situation}: ${advice}`, {
    errors: missing.map(([path, message]) => ({ in: 'body', path, message })),
  });
}

const invalid = (path: string, message: string): AppError =>
  validationFailed([{ in: 'body', path, message }]);

const contradiction = (path: string, fields: string): AppError =>
  invalid(path, `only one of ${fields} can be given`);

/** The error of an expiry in the past. */
export const expiredAlready = (): AppError => invalid('/until', 'must be in the future');
