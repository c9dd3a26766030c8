import type { Generated } from 'kysely';

export interface ServiceTable {
  id: Generated<number>;
  host_id: number;
  port: number;
  transport: 'tcp' | 'udp';
  state: string;
  service: string | null;
  product: string | null;
  version: string | null;
  revision: string | null;
  cpe: string | null;
  banner: string | null;
  tls: string | null;
  details: string;
  confidence: string;
  identified_as: string | null;
  silent: Generated<0 | 1>;
  checks: 'done' | 'inconclusive' | 'none' | 'off' | null;
  first_seen: number;
  last_seen: number;
}
