import { z } from 'zod';
import { Id, PathId, Timestamp } from '../../http/common.js';

export const OperationAction = z.enum(['install', 'update', 'uninstall']);
const Family = z.enum(['linux', 'windows']);

export const OperationRequest = z
  .strictObject({
    action: OperationAction,
    os_family: Family,
    credential_id: Id,
    dry_run: z.boolean().default(false),
  })
  .meta({
    id: 'NewAgentOperation',
    examples: [{ action: 'install', os_family: 'linux', credential_id: 2 }],
  });

const example = {
  id: 4,
  host_id: 7,
  action: 'install',
  os_family: 'linux',
  credential_id: 2,
  dry_run: false,
  status: 'completed',
  step: 'clean_up',
  percent: 100,
  message: 'Agent 0.2.0 installed and checked in',
  error: null,
  agent_version: '0.2.0',
  batch_id: null,
  created_at: 1_790_000_000,
  updated_at: 1_790_000_002,
  finished_at: 1_790_000_002,
} as const;

export const OperationResponse = z
  .object({
    id: z.int(),
    host_id: z.int(),
    action: OperationAction,
    os_family: Family,
    credential_id: z.int(),
    dry_run: z.boolean(),
    status: z.enum(['working', 'completed', 'failed']),
    step: z.string(),
    percent: z.int(),
    message: z.string(),
    error: z
      .object({ code: z.string(), message: z.string(), detail: z.string().nullable() })
      .nullable(),
    agent_version: z.string().nullable(),
    batch_id: z.int().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'AgentOperation', examples: [example] });

const SshFingerprint = z
  .string()
  .regex(
    /^SHA256:[A-Za-z0-9+/]{43}$/,
    'must be a fingerprint as ssh-keygen -l prints it: SHA256: and 43 characters',
  );
const CertificateFingerprint = z
  .string()
  .regex(/^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i, 'must be a SHA-256: 64 hexadecimal digits')
  .transform((text) => text.replaceAll(':', '').toLowerCase());

/** The body of a GET response is accepted: `pinned_at` and `confirmed` are ignored. */
export const NewSshHostKey = z
  .strictObject({
    type: z.enum([
      'ssh-ed25519',
      'ecdsa-sha2-nistp256',
      'ecdsa-sha2-nistp384',
      'ecdsa-sha2-nistp521',
      'ssh-rsa',
    ]),
    fingerprint_sha256: SshFingerprint,
    pinned_at: z.unknown().optional(),
    confirmed: z.unknown().optional(),
  })
  .meta({
    id: 'NewSshHostKey',
    examples: [
      {
        type: 'ssh-ed25519',
        fingerprint_sha256: 'SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA',
      },
    ],
  });
export const NewWinRmCertificate = z
  .strictObject({
    fingerprint_sha256: CertificateFingerprint,
    pinned_at: z.unknown().optional(),
    confirmed: z.unknown().optional(),
  })
  .meta({
    id: 'NewWinRmCertificate',
    examples: [
      { fingerprint_sha256: '6f1ed002ab5595859014ebf0951522d9ab4c3b4f4d1a4a7d5b0c6f9a2f0a1c11' },
    ],
  });

const Confirmed = z
  .boolean()
  .meta({ description: 'whether an admin gave the key, or logged in with it' });

export const SshHostKeyResponse = z
  .object({
    type: z.string(),
    fingerprint_sha256: z.string(),
    pinned_at: Timestamp,
    confirmed: Confirmed,
  })
  .meta({
    id: 'SshHostKey',
    examples: [
      {
        type: 'ssh-ed25519',
        fingerprint_sha256: 'SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA',
        pinned_at: 1_790_000_000,
        confirmed: true,
      },
    ],
  });
export const WinRmCertificateResponse = z
  .object({ fingerprint_sha256: z.string(), pinned_at: Timestamp, confirmed: Confirmed })
  .meta({
    id: 'WinRmCertificate',
    examples: [
      {
        fingerprint_sha256: '6f1ed002ab5595859014ebf0951522d9ab4c3b4f4d1a4a7d5b0c6f9a2f0a1c11',
        pinned_at: 1_790_000_000,
        confirmed: true,
      },
    ],
  });

export const AgentResponse = z
  .object({
    state: z.enum(['none', 'online', 'offline']),
    version: z.string().nullable(),
    os_family: Family.nullable(),
    installed_at: Timestamp.nullable(),
    last_seen: Timestamp.nullable(),
    service_manager: z.enum(['systemd', 'openrc', 'cron', 'windows']).nullable(),
    ssh_host_key: SshHostKeyResponse.nullable(),
    winrm_certificate: WinRmCertificateResponse.nullable(),
    operations: z.array(OperationResponse),
  })
  .meta({
    id: 'Agent',
    examples: [
      {
        state: 'online',
        version: '0.2.0',
        os_family: 'linux',
        installed_at: 1_790_000_002,
        last_seen: 1_790_000_500,
        service_manager: 'systemd',
        ssh_host_key: {
          type: 'ssh-ed25519',
          fingerprint_sha256: 'SHA256:qf1rZ0gVb1mJm2bT0Wl0bV6m2mYkq8oKqQm0l3mB1nA',
          pinned_at: 1_790_000_000,
          confirmed: true,
        },
        winrm_certificate: null,
        operations: [example],
      },
    ],
  });

export const OperationParams = z.object({ id: PathId, operation_id: PathId });
