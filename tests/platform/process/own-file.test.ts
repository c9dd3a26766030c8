import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.js';
import { filesOf, readSecretFile } from '../../../src/data-dir/paths.js';
import { readTls } from '../../../src/data-dir/tls.js';
import { foreignWriter, readOwnFile } from '../../../src/platform/process/own-file.js';
import { temporaryFolder } from '../../support/database.js';

describe('who may have written a file', () => {
  it.each([
    [1000, 0o100600, 1000, null],
    [0, 0o100644, 1000, null],
    [0, 0o100600, 0, null],
    [1000, 0o100640, 1000, null],
    [1000, 0o100600, 0, 'belongs to the user 1000'],
    [1001, 0o100600, 1000, 'belongs to the user 1001'],
    [1000, 0o100620, 1000, 'mode 0620'],
    [1000, 0o100602, 1000, 'mode 0602'],
    [0, 0o100664, 0, 'mode 0664'],
  ])('owner %i, mode %o, read by %i: %s', (uid, mode, reader, reason) => {
    const found = foreignWriter({ uid, mode }, reader);
    if (reason === null) expect(found).toBeNull();
    else expect(found).toContain(reason);
  });
});

describe('a file of settings or keys', () => {
  it('is read through a link, but not if it is a folder', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a'), 'text', { mode: 0o600 });
    symlinkSync('a', join(folder, 'b'));
    expect(readOwnFile(join(folder, 'b'))).toBe('text');
    mkdirSync(join(folder, 'c'));
    expect(() => readOwnFile(join(folder, 'c'))).toThrow('is not a regular file');
  });

  it.each(['encryption.key', 'tls.key'])('%s is refused if others can write it', (name) => {
    const file = join(temporaryFolder(), name);
    writeFileSync(file, 'x', { mode: 0o600 });
    expect(readSecretFile(file)).toBe('x');
    chmodSync(file, 0o666);
    expect(() => readSecretFile(file)).toThrow(`${file} can be changed by other users`);
  });

  it('TLS_KEY is refused if others can write it', () => {
    const dir = temporaryFolder();
    const TLS_CERT = join(dir, 'c.pem');
    const TLS_KEY = join(dir, 'k.pem');
    writeFileSync(TLS_CERT, 'x');
    writeFileSync(TLS_KEY, 'x');
    chmodSync(TLS_KEY, 0o660);
    const config = readConfig(
      {},
      { env: { TLS_CERT, TLS_KEY, DATA_DIR: dir }, cwd: dir, uid: 1000 },
    );
    expect(() => readTls(config, filesOf(dir), 1)).toThrow(/TLS_KEY .*mode 0660/);
  });
});
