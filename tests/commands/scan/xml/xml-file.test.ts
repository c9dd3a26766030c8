import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openXmlFile } from '../../../../src/commands/scan/xml/xml-file.js';
import { temporaryFolder } from '../../../support/app.js';
import { testIo } from '../../../support/command.js';

const open = (file: string) => openXmlFile(file, testIo());

describe('the XML file of a scan', () => {
  it('is replaced when all is written, and keeps its mode', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'scan.xml');
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    const seen: string[] = [];
    function* text() {
      yield 'a'.repeat(100_000);
      seen.push(readFileSync(file, 'utf8'));
      yield 'b';
    }
    await open(file).write(text());
    expect(seen).toEqual(['old']);
    expect(readFileSync(file, 'utf8')).toBe(`${'a'.repeat(100_000)}b`);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['scan.xml']);
  });

  it('stays as it was after a failure, without a rest', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'scan.xml');
    writeFileSync(file, 'old');
    function* text() {
      yield 'a'.repeat(100_000);
      throw new Error('failed');
    }
    await expect(open(file).write(text())).rejects.toMatchObject({ exitCode: 1 });
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['scan.xml']);
  });

  it('is written through a link, which stays one', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'scan.xml'), 'old');
    symlinkSync(join('a', 'scan.xml'), join(folder, 'link.xml'));
    await open(join(folder, 'link.xml')).write(['new']);
    expect(readFileSync(join(folder, 'a', 'scan.xml'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['a', 'link.xml']);
  });

  it('may be a device', async () => {
    await open('/dev/null').write(['text']);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
