import type { Api } from '../../../api/shapes.js';

type Credential = Api<'Credential'>;
type CredentialType = Credential['type'];

/** The form of a credential. Secrets are empty unless they are typed. */
export interface CredentialForm {
  name: string;
  type: CredentialType;
  username: string;
  password: string;
  private_key: string;
  passphrase: string;
  certificate: string;
  sudo_password: string;
  /** groups whose hosts operators may log in to */
  group_ids: readonly number[];
  /** addresses and blocks, one a line */
  networks: string;
}

/** Returns the form of a new credential, or of one that exists. */
export const credentialForm = (credential?: Credential): CredentialForm => ({
  name: credential?.name ?? '',
  type: credential?.type ?? 'ssh_key',
  username: credential?.username ?? 'root',
  password: '',
  private_key: '',
  passphrase: '',
  certificate: '',
  sudo_password: '',
  group_ids: credential?.scope?.group_ids ?? [],
  networks: credential?.scope?.networks.join('\n') ?? '',
});

/** The secrets of each type, in the order of the form. */
const SECRETS = {
  ssh_key: ['private_key', 'passphrase', 'certificate', 'sudo_password'],
  ssh_password: ['password', 'sudo_password'],
  winrm_password: ['password'],
} as const;

const secretsOf = (form: CredentialForm) =>
  Object.fromEntries(
    SECRETS[form.type].flatMap((name) => (form[name] === '' ? [] : [[name, form[name]]])),
  );

function scopeOf({ group_ids, networks }: CredentialForm): Api<'NewCredentialScope'> | null {
  const blocks = networks.split(/[\s,]+/).filter((text) => text !== '');
  if (group_ids.length === 0 && blocks.length === 0) return null;
  return { group_ids: [...group_ids], networks: blocks };
}

/** Returns the request that creates the credential of a form. */
export const newCredential = (form: CredentialForm): Api<'NewCredential'> => ({
  name: form.name,
  type: form.type,
  username: form.username,
  ...secretsOf(form),
  scope: scopeOf(form),
});

/** Returns the changes between a credential and its form; empty: there are none. */
export function credentialChange(
  credential: Credential,
  form: CredentialForm,
): Api<'CredentialChange'> {
  const scope = scopeOf(form);
  const before = scopeOf(credentialForm(credential));
  return {
    ...(form.name !== credential.name && { name: form.name }),
    ...(form.username !== credential.username && { username: form.username }),
    ...secretsOf(form),
    ...(JSON.stringify(scope) !== JSON.stringify(before) && { scope }),
  };
}
