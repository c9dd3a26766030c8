// cspell:ignore TOKN
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS, ConfigError, readConfig } from '../src/config.js';
import { temporaryFolder } from './support/database.js';

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

describe('the file .env', () => {
  const readFile = (text: string, env: Record<string, string> = {}) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), text, { mode: 0o600 });
    return readConfig({}, { env, cwd, uid: 1000 });
  };
  /** Returns the message of the error, without the path of the file. */
  const refusal = (text: string, env: Record<string, string> = {}): string => {
    try {
      readFile(text, env);
    } catch (error) {
      if (error instanceof ConfigError) return error.message.replace(/^.*\/\.env/, '.env');
      throw error;
    }
    return 'accepted';
  };

  it('sets values that the environment overrides', () => {
    const text = '# a comment\nPORT=1234\nLOG_LEVEL="warn"\nHOST=\n';
    expect(readFile(text)).toMatchObject({ PORT: 1234, LOG_LEVEL: 'warn', HOST: '127.0.0.1' });
    expect(readFile(text, { PORT: '5' })).toMatchObject({ PORT: 5, LOG_LEVEL: 'warn' });
  });

  it('is refused with the line of each misspelt key, the key that was meant, and all known keys', () => {
    const message = refusal('PORT=1234\n\nSCAN_DENNY=10.0.0.0/8\nMY_OWN=1\n');
    expect(message.split('\n')).toEqual([
      '.env is not a list of settings:',
      '  line 3 sets SCAN_DENNY, which is unknown; did you mean SCAN_DENY?',
      '  line 4 sets MY_OWN, which is unknown',
      `Known settings: ${CONFIG_KEYS.join(', ')}`,
    ]);
  });

  it('is refused with the line of each text that is not a setting', () => {
    const message = refusal('PORT 1234\nTOKEN\nAPI_TOKEN="abc\n');
    expect(message).toContain('line 1 is not of the form KEY=value');
    expect(message).toContain('line 2 is not');
    expect(message).toContain('line 3 has a quoted value of API_TOKEN');
  });

  it('is refused for a variable that only the environment can set', () => {
    expect(refusal('HOSTWARDEN_TOKEN=x\n')).toContain('from the environment only');
  });

  it('is named with its line where a value is invalid, unless the environment has that value', () => {
    expect(refusal('\nPORT=abc\n')).toBe(
      'Invalid configuration:\n  PORT must be a whole number (.env, line 2)',
    );
    expect(refusal('PORT=1\n', { PORT: 'abc' })).not.toContain('.env');
  });

  it('does not show values, which may be secret', () => {
    expect(refusal('API_TOKN=very-secret-token-1\nvery-secret-token-2\n')).not.toContain('secret');
  });

  it('may hold any line of the example', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    const active = example.replaceAll(/^#([A-Z_]+=)/gm, '$1');
    expect(readFile(active)).toMatchObject({ PORT: 8700 });
  });

  it('is refused if it cannot be read', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, '.env'));
    expect(() => readConfig({}, { env: {}, cwd, uid: 1000 })).toThrow(ConfigError);
  });

  it('is refused without waiting if it is a named pipe', () => {
    const cwd = temporaryFolder();
    execFileSync('mkfifo', [join(cwd, '.env')]);
    expect(() => readConfig({}, { env: {}, cwd, uid: process.getuid?.() })).toThrow(ConfigError);
  });

  it('is refused if another user can change it, so that no other user sets an admin token', () => {
    const cwd = temporaryFolder();
    const file = join(cwd, '.env');
    writeFileSync(file, 'API_TOKEN=0123456789abcdef\n', { mode: 0o600 });
    const uid = statSync(file).uid;
    const readAs = (reader: number) => readConfig({}, { env: {}, cwd, uid: reader }).API_TOKEN;
    expect(readAs(uid)).toBe('0123456789abcdef');
    if (uid === 0) chownSync(file, 65_534, 65_534);
    else return expect(() => readAs(uid + 1)).toThrow(`belongs to the user ${uid}`);
    expect(() => readAs(0)).toThrow('belongs to the user 65534');
    expect(readAs(65_534)).toBe('0123456789abcdef');
  });

  it.each([0o620, 0o602, 0o666])('is refused with the mode %o, which others may write', (mode) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'PORT=1\n');
    chmodSync(join(cwd, '.env'), mode);
    const uid = statSync(cwd).uid;
    expect(() => readConfig({}, { env: {}, cwd, uid })).toThrow(
      `can be changed by other users (mode 0${mode.toString(8)})`,
    );
  });

  it('leaves unknown variables of the environment alone', () => {
    expect(read({ SCAN_DENNY: 'x', PATH: '/bin' })).toMatchObject({ SCAN_DENY: [] });
  });
});

describe('settings of downloads', () => {
  it('take proxies in lower case before those in upper case, as curl does', () => {
    expect(
      read({ HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2', no_proxy: '', NO_PROXY: 'x' }),
    ).toMatchObject({ HTTPS_PROXY: 'http://b:2', NO_PROXY: 'x' });
    expect(read({}).HTTP_PROXY).toBeUndefined();
  });

  it('list mirrors, and refuse what is no URL of a folder', () => {
    expect(read({}).FEED_MIRROR).toEqual([]);
    expect(read({ FEED_MIRROR: 'https://a.example/feeds/, http://10.0.0.1' }).FEED_MIRROR).toEqual([
      'https://a.example/feeds/',
      'http://10.0.0.1',
    ]);
    for (const text of [
      'mirror',
      'ftp://a',
      'https://a,',
      'https://a?x=1',
      'https://',
      'https://u:secret@a',
    ])
      expect(() => read({ FEED_MIRROR: text })).toThrow(/FEED_MIRROR must be URLs/);
  });
});
