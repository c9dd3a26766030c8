import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault, credentialBinding } from '../../src/credentials/vault.js';
import { sealCheck } from '../../src/data-dir/encryption-key.js';
import { newTokenText, tokenHash } from '../../src/tokens/tokens.js';

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
const SEALED =
  '0102030405060708090a0b0c' + // nonce
  '3973667bbe09702a284562d9b110da8e' + // tag
  '758b29a6cce333303ec6'; // ciphertext

/** Opens sealed bytes without the code under test: nonce (12), tag (16), ciphertext. */
function openIndependently(sealed: Buffer, bound: string): string {
  const decipher = createDecipheriv('aes-256-gcm', KEY, sealed.subarray(0, 12))
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}

describe('the stored bytes of secrets', () => {
  // Stored bytes: `credentials.secret`. A change needs a migration step that seals every secret again.
  it('opens a sealed credential', () => {
    const sealed = Buffer.from(SEALED, 'hex');
    expect(createVault(KEY).open(sealed, credentialBinding(7, 'ssh_password'))).toBe('pass wörd');
  });

  // Stored bytes: `credentials.secret`: nonce (12), tag (16), ciphertext; bound to the id and the type.
  it('seals a credential as nonce, tag and ciphertext', () => {
    const sealed = createVault(KEY).seal('pass wörd', credentialBinding(7, 'ssh_password'));
    expect(sealed).toHaveLength(12 + 16 + 10);
    expect(openIndependently(sealed, 'credential:7:ssh_password')).toBe('pass wörd');
  });

  // Stored text: the row `key_check` of `settings`. The service does not start when it cannot open it.
  it('seals the check of the encryption key as base64', () => {
    const check = sealCheck(createVault(KEY));
    expect(check).toMatch(/^[A-Za-z0-9+/]{50}[A-Za-z0-9+/=]{2}$/);
    expect(openIndependently(Buffer.from(check, 'base64'), 'key_check')).toBe('hostwarden');
  });

  // Stored bytes: `tokens.sha256`, `agents.token_sha256` and `agents.new_token_sha256`.
  // After a change no token is valid any more, and a migration step cannot repair that: only hashes are stored.
  it('stores the SHA-256 of a token', () => {
    expect(tokenHash('hw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').toString('hex')).toBe(
      'c53dac5f5a6ec488c6483f51b20ac7bf332b5a029145c764e2bff488c04e6ef4',
    );
  });

  // Stored by users and agents: the form of a token.
  it('creates tokens as hw_ and 32 random bytes in base64url', () => {
    expect(newTokenText()).toMatch(/^hw_[A-Za-z0-9_-]{43}$/);
  });
});
