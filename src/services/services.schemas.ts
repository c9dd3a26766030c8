import { z } from 'zod';
import { Meta, Timestamp } from '../http/common.js';

const Tls = z
  .object({
    version: z.string(),
    subject: z.string(),
    issuer: z.string(),
    sans: z.array(z.string()),
    not_before: Timestamp,
    not_after: Timestamp,
    self_signed: z.boolean(),
    fingerprint_sha256: z.string(),
  })
  .meta({ id: 'Tls' });

const Detail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

export const serviceExample = {
  port: 22,
  transport: 'tcp',
  state: 'open',
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u3',
  cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
  banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3',
  tls: null,
  details: {},
  confidence: 'confirmed',
  first_seen: 1_790_000_000,
  last_seen: 1_790_086_400,
};

/** An open port and its service. */
export const ServiceResponse = z
  .object({
    port: z.int(),
    transport: z.enum(['tcp', 'udp']),
    state: z.literal('open'),
    service: z.string().nullable(),
    product: z.string().nullable(),
    version: z.string().nullable(),
    revision: z.string().nullable(),
    cpe: z.string().nullable(),
    banner: z.string().nullable(),
    tls: Tls.nullable(),
    details: z.record(z.string(), Detail),
    confidence: z.enum(['confirmed', 'likely', 'possible']),
    first_seen: Timestamp,
    last_seen: Timestamp,
  })
  .meta({ id: 'Service', examples: [serviceExample] });
export type ServiceResponse = z.infer<typeof ServiceResponse>;

const LastScan = z.object({
  at: Timestamp.nullable(),
  ports: z.string().nullable().meta({ description: 'the scanned TCP ports: `22,80-82`' }),
});
export type LastScan = z.infer<typeof LastScan>;

/** Paging of the list, and what it is based on. */
export const ServiceMeta = Meta.extend({
  last_scan: LastScan.nullable().meta({
    description:
      'the last scan of the present address; null: its ports were never scanned; ' +
      'with null in its fields: its task was deleted, or scanned a former address',
  }),
});
