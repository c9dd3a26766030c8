import { z } from 'zod';
import { Ids, Name, Timestamp } from '../http/common.js';
import { parseCidr } from '../platform/net/address-guard.js';
import { foreignFields, requiredField } from './secrets/secret-fields.js';

const Type = z.enum(['ssh_password', 'winrm_password', 'ssh_key']);
const MAX_NETWORKS = 1000;
const Network = z.string().superRefine((text, issues) => {
  try {
    parseCidr(text);
  } catch (error) {
    issues.addIssue({ code: 'custom', message: (error as Error).message });
  }
});
const Scope = z
  .object({ group_ids: z.array(z.int()), networks: z.array(z.string()) })
  .meta({ id: 'CredentialScope', examples: [{ group_ids: [1], networks: ['10.0.0.0/8'] }] });
const NewScope = z
  .strictObject({
    group_ids: Ids().default([]),
    networks: z
      .array(Network)
      .max(MAX_NETWORKS, `must be at most ${MAX_NETWORKS} addresses and blocks`)
      .default([]),
  })
  .meta({
    id: 'NewCredentialScope',
    description: 'The only places where the credential may be used, by admins as well.',
    examples: [{ group_ids: [1], networks: ['10.0.0.0/8'] }],
  });

const FINGERPRINT = 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8';

export const CredentialResponse = z
  .object({
    id: z.int(),
    name: z.string(),
    type: Type,
    username: z.string(),
    fingerprint: z
      .string()
      .nullable()
      .meta({ description: 'of the public key, as ssh-keygen prints it; null: not a key' }),
    certificate_expires_at: Timestamp.nullable(),
    has_sudo_password: z
      .boolean()
      .meta({ description: 'whether sudo is given another password than the login' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'the last login that succeeded' }),
    used_by: z.object({
      template_ids: z.array(z.int()).meta({ description: 'templates that log in with it' }),
      operation_ids: z.array(z.int()).meta({ description: 'running agent operations' }),
    }),
    scope: Scope.nullable(),
  })
  .meta({
    id: 'Credential',
    examples: [
      {
        id: 2,
        name: 'lab root',
        type: 'ssh_key',
        username: 'root',
        fingerprint: FINGERPRINT,
        certificate_expires_at: null,
        has_sudo_password: false,
        created_at: 1_790_000_000,
        updated_at: 1_790_000_000,
        last_used_at: null,
        used_by: { template_ids: [1], operation_ids: [] },
        scope: null,
      },
    ],
  });

const secretText = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((s) => s.isWellFormed(), 'must be well-formed Unicode');

// A password may contain any character that a login can transmit.
const Password = secretText(4096).refine(
  (s) => !/[\0\r\n]/.test(s),
  'must not contain NUL or line breaks',
);
const PrivateKey = secretText(32_768).meta({
  description: 'RSA, ECDSA or Ed25519, in the format of OpenSSH or PEM (PKCS#1, PKCS#8, SEC1)',
});
const Certificate = secretText(32_768).meta({
  description: 'a user certificate of OpenSSH: the line of the file *-cert.pub',
});

const secrets = {
  password: Password.optional(),
  private_key: PrivateKey.optional(),
  passphrase: Password.optional().meta({ description: 'of the private key; it is not stored' }),
  certificate: Certificate.nullable().optional(),
  sudo_password: Password.nullable()
    .optional()
    .meta({ description: 'what sudo is given; default: the password' }),
};

export const NewCredentialRequest = z
  .strictObject({
    name: Name,
    type: Type,
    username: Name,
    ...secrets,
    scope: NewScope.nullable().optional(),
  })
  .superRefine((credential, issues) => {
    const { type } = credential;
    const required = requiredField(type);
    if (credential[required] == null)
      issues.addIssue({ code: 'custom', path: [required], message: `is required for ${type}` });
    for (const name of foreignFields(type, credential))
      issues.addIssue({ code: 'custom', path: [name], message: `is not a field of ${type}` });
  })
  .meta({
    id: 'NewCredential',
    examples: [
      { name: 'lab root', type: 'ssh_password', username: 'root', password: '<PASSWORD>' },
      {
        name: 'cloud admin',
        type: 'ssh_key',
        username: 'admin',
        private_key: '<PRIVATE KEY>',
        passphrase: '<PASSPHRASE>',
      },
    ],
  });

export const CredentialChangeRequest = z
  .strictObject({
    name: Name.optional(),
    type: Type.optional(),
    username: Name.optional(),
    ...secrets,
    scope: NewScope.nullable().optional(),
  })
  .superRefine((change, issues) => {
    if (Object.keys(change).length === 0)
      issues.addIssue({ code: 'custom', message: 'must have at least one field' });
    if (change.passphrase !== undefined && change.private_key === undefined)
      issues.addIssue({
        code: 'custom',
        path: ['passphrase'],
        message: 'is used with a private_key only',
      });
  })
  .meta({
    id: 'CredentialChange',
    examples: [{ scope: { networks: ['10.0.0.0/8'] } }, { password: '<PASSWORD>' }],
  });
