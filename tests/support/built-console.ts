import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from './database.js';

/** Returns the folder of a built console of two files. */
export function builtConsole(): URL {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a'));
  const page =
    '<meta name="version" content="%VERSION%"><meta name="program" content="%PROGRAM%">' +
    '<script src="./a/main.js"></script>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'a/main.js'), 'let x;');
  writeFileSync(join(folder, 'a/main.js.gz'), gzipSync('let x;'));
  return pathToFileURL(`${folder}/`);
}
