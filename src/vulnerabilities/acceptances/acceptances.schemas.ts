import { z } from 'zod';
import {
  Description,
  Id,
  Name,
  paging,
  queryNumber,
  Timestamp,
  queryBoolean,
} from '../../http/common.js';
import { Time } from '../../schedules/times.schemas.js';
import { JUSTIFICATIONS } from './justifications.js';

const text = z.string().nullable();
const Kind = z.enum(['person', 'vendor']);
const Transport = z.enum(['tcp', 'udp']);

export const acceptanceExample = {
  id: 1,
  vulnerability_id: 'CVE-2024-6387',
  host_id: 7,
  host_name: 'web-1',
  group_id: null,
  group_name: null,
  package: 'openssh-server',
  port: null,
  transport: null,
  reason: 'Reachable from the office only',
  by: 'operations',
  until: 1_800_000_000,
  kind: 'person' as const,
  source: null,
  product: null,
  ecosystems: null,
  status: 'affected' as const,
  justification: null,
  created_at: 1_790_000_000,
  ended_at: null,
  replaces: null,
  findings: 1,
};

export const AcceptanceResponse = z
  .object({
    id: z.int(),
    vulnerability_id: z.string(),
    host_id: z.int().nullable().meta({ description: 'host_id and group_id null: all hosts' }),
    host_name: text,
    group_id: z.int().nullable(),
    group_name: text,
    package: text.meta({
      description: 'package, port and product null: everywhere on these hosts',
    }),
    port: z.int().nullable(),
    transport: Transport.nullable(),
    reason: z.string(),
    by: z.string().meta({ description: 'name of the token, or of the vendor' }),
    until: Timestamp.nullable(),
    kind: Kind.meta({ description: '`vendor`: a statement of an imported VEX document' }),
    source: text.meta({ description: 'id of the VEX document' }),
    product: text.meta({ description: "package URL or CPE name of a vendor's statement" }),
    ecosystems: z.array(z.string()).nullable().meta({
      description: 'of the product; `Debian:` stands for all releases, `cpe:a` for services',
    }),
    status: z
      .enum(['affected', 'not_affected', 'fixed'])
      .meta({ description: 'as OpenVEX names it; `affected`: the risk is accepted' }),
    justification: text,
    created_at: Timestamp,
    ended_at: Timestamp.nullable().meta({ description: 'revoked or expired; null while active' }),
    replaces: z
      .int()
      .nullable()
      .meta({ description: 'id of the acceptance whose end or reason it changes' }),
    findings: z.int().meta({ description: 'open findings that it covers now' }),
  })
  .meta({ id: 'Acceptance', examples: [acceptanceExample] });

const ONE_OF_HOSTS = 'exactly one of host_id, group_id and all_hosts';
const ONE_OF_PLACES = 'exactly one of package, port with transport, and all_places';
const fields = {
  reason: Description.trim().min(1, 'must not be empty').max(1000),
  until: Time.nullish(),
  host_id: Id.nullish().meta({ description: ONE_OF_HOSTS }),
  group_id: Id.nullish(),
  all_hosts: z.boolean().optional(),
  package: Name.nullish().meta({ description: ONE_OF_PLACES }),
  port: z.int().min(1).max(65_535).nullish(),
  transport: Transport.nullish(),
  all_places: z.boolean().optional(),
  justification: z.enum(JUSTIFICATIONS).nullish().meta({
    description: 'why the hosts are not affected; absent: they are, and the risk is accepted',
  }),
};

export const AcceptanceRequest = z.strictObject(fields).meta({
  id: 'NewAcceptance',
  examples: [
    {
      reason: 'Reachable from the office only',
      until: 1_800_000_000,
      host_id: 7,
      package: 'openssh-server',
    },
  ],
});

export const RegisterRequest = z
  .strictObject({ vulnerability_id: z.string().min(1).max(255), ...fields })
  .meta({
    id: 'NewRegisteredAcceptance',
    examples: [
      {
        vulnerability_id: 'CVE-2024-6387',
        reason: 'Reachable from the office only',
        until: '2027-01-31T00:00:00Z',
        host_id: 7,
        port: 22,
        transport: 'tcp',
      },
    ],
  });

export const AcceptanceChange = z
  .strictObject({ until: Time.nullable(), reason: fields.reason.optional() })
  .meta({
    id: 'AcceptanceChange',
    examples: [{ until: '2027-06-30T00:00:00Z', reason: 'Still reachable from the office only' }],
  });
export type AcceptanceChange = z.output<typeof AcceptanceChange>;

export const AcceptanceQuery = z.strictObject({
  vulnerability_id: z.string().min(1).max(255).optional(),
  host_id: queryNumber(0, 1e15).optional().meta({ description: 'acceptances that name this host' }),
  group_id: queryNumber(0, 1e15)
    .optional()
    .meta({ description: 'acceptances that name this group' }),
  kind: Kind.optional(),
  source: z.string().min(1).max(1000).optional().meta({ description: 'id of a VEX document' }),
  ended: queryBoolean.optional().meta({ description: 'revoked or expired; absent: both' }),
  expiring_within_days: queryNumber(0, 36_500)
    .optional()
    .meta({ description: 'active ones that expire within this number of days' }),
  format: z
    .enum(['json', 'openvex'])
    .default('json')
    .meta({
      override: { type: 'string', enum: ['json', 'openvex'] },
      description: '`openvex`: all active ones as one OpenVEX 0.2.0 document, without pages',
    }),
  ...paging,
});

const VexComponent = z.looseObject({ '@id': z.string() });

/** The answer to `format=openvex`. */
export const OpenVexResponse = z
  .looseObject({
    '@context': z.string(),
    '@id': z.string(),
    author: z.string(),
    timestamp: z.string(),
    version: z.int(),
    statements: z.array(
      z.looseObject({
        '@id': z.string(),
        vulnerability: z.object({ name: z.string() }),
        timestamp: z.string(),
        products: z.array(VexComponent),
        status: z.enum(['affected', 'not_affected', 'fixed']),
      }),
    ),
  })
  .meta({
    id: 'OpenVexDocument',
    description: 'an OpenVEX document, version 0.2.0',
    examples: [
      {
        '@context': 'https://openvex.dev/ns/v0.2.0',
        '@id': 'urn:uuid:6f1c1b8e-3f0e-4c39-9e1b-0f1d7b4f2a55',
        author: 'ops',
        timestamp: '2026-11-01T04:00:00Z',
        version: 1,
        statements: [
          {
            '@id': 'urn:uuid:0b9f6a5c-52c4-4a53-8d8c-0b6f6c1c2a11',
            vulnerability: { name: 'CVE-2024-6387' },
            timestamp: '2026-11-01T04:00:00Z',
            products: [{ '@id': 'pkg:deb/debian/openssh-server?distro=debian-12' }],
            status: 'not_affected',
          },
        ],
      },
    ],
  });
