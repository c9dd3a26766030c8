import { describe, expect, it } from 'vitest';
import {
  credentialChange,
  credentialForm,
  newCredential,
} from '../../../src/console/screens/settings/credentials/credential-form.js';

const stored = {
  id: 2,
  name: 'lab root',
  type: 'ssh_key' as const,
  username: 'root',
  fingerprint: null,
  certificate_expires_at: null,
  has_sudo_password: false,
  created_at: 0,
  updated_at: 0,
  last_used_at: null,
  used_by: { template_ids: [], operation_ids: [] },
  scope: { group_ids: [1], networks: ['10.0.0.0/8'] },
};
const form = credentialForm(stored);

describe('the form of a credential', () => {
  it('sends only the secrets of its type', () => {
    const typed = { ...form, password: 'p', private_key: 'k', sudo_password: 's' };
    expect(newCredential(typed)).toEqual({
      name: 'lab root',
      type: 'ssh_key',
      username: 'root',
      private_key: 'k',
      sudo_password: 's',
      scope: stored.scope,
    });
    expect(newCredential({ ...typed, type: 'winrm_password' })).toMatchObject({ password: 'p' });
    expect(newCredential({ ...typed, type: 'winrm_password' })).not.toHaveProperty('private_key');
  });

  it.each([
    [{}, {}],
    [{ name: 'lab' }, { name: 'lab' }],
    [{ username: 'admin' }, { username: 'admin' }],
    [
      { private_key: 'k', passphrase: 'p' },
      { private_key: 'k', passphrase: 'p' },
    ],
    [{ networks: ' 10.0.0.0/8 \n' }, {}],
    [
      { networks: '10.0.0.0/8,192.0.2.1' },
      { scope: { group_ids: [1], networks: ['10.0.0.0/8', '192.0.2.1'] } },
    ],
    [{ networks: '', group_ids: [] }, { scope: null }],
  ])('%j changes %j', (fields, change) => {
    expect(credentialChange(stored, { ...form, ...fields })).toEqual(change);
  });
});
