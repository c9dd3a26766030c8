import type { CredentialType } from '../credentials.table.js';

/** The fields of requests that are secrets, or used with one. */
type SecretField = 'password' | 'private_key' | 'passphrase' | 'certificate' | 'sudo_password';

interface TypeFields {
  required: SecretField;
  optional: readonly SecretField[];
}

const FIELDS: Readonly<Record<CredentialType, TypeFields>> = {
  ssh_password: { required: 'password', optional: ['sudo_password'] },
  winrm_password: { required: 'password', optional: [] },
  ssh_key: { required: 'private_key', optional: ['passphrase', 'certificate', 'sudo_password'] },
};
const ALL: readonly SecretField[] = [
  'password',
  'private_key',
  'passphrase',
  'certificate',
  'sudo_password',
];

type Secrets = Partial<Record<SecretField, unknown>>;

/** Returns the secret that a new credential of this type must have. */
export const requiredField = (type: CredentialType): SecretField => FIELDS[type].required;

/** Returns the given secrets that credentials of this type do not have. */
export const foreignFields = (type: CredentialType, given: Secrets): SecretField[] =>
  ALL.filter(
    (name) =>
      given[name] !== undefined &&
      name !== FIELDS[type].required &&
      !FIELDS[type].optional.includes(name),
  );
