import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';

const read = (env: Record<string, string>) =>
  readConfig({}, { env, cwd: '/nonexistent', uid: 1000 });

describe('settings of logins', () => {
  it('default to the standard ports and trust on first use', () => {
    expect(read({})).toMatchObject({
      SSH_PORT: 22,
      WINRM_PORT: 5985,
      WINRM_TLS_PORT: 5986,
      TRUST_ON_FIRST_USE: true,
    });
    expect(
      read({
        SSH_PORT: '2222',
        WINRM_PORT: '1',
        WINRM_TLS_PORT: '65535',
        TRUST_ON_FIRST_USE: 'false',
      }),
    ).toMatchObject({
      SSH_PORT: 2222,
      WINRM_PORT: 1,
      WINRM_TLS_PORT: 65_535,
      TRUST_ON_FIRST_USE: false,
    });
  });

  it.each([
    ['SSH_PORT', '0'],
    ['SSH_PORT', '22,2222'],
    ['WINRM_PORT', '65536'],
    ['WINRM_TLS_PORT', '-1'],
    ['TRUST_ON_FIRST_USE', 'no'],
  ])('rejects %s=%s by the name of the setting', (key, value) => {
    expect(() => read({ [key]: value })).toThrow(ConfigError);
    expect(() => read({ [key]: value })).toThrow(key);
  });
});
