import { describe, it } from 'vitest';
import { expectNone } from './violations.js';
import { folderOf, SOURCES } from './source.js';

const MAX_FILES = 15;

/** Lists of plug-ins: one file per entry, as many as there are entries. */
const PLUG_INS = [
  'src/feeds/formats',
  'src/pentest/checks/weaknesses',
  'src/pentest/detect/protocols',
];

describe('folders of src', () => {
  it(`a folder has at most ${String(MAX_FILES)} files at its root`, () => {
    const folders = new Map<string, string[]>();
    for (const { path } of SOURCES) {
      const folder = folderOf(path);
      folders.set(folder, [...(folders.get(folder) ?? []), path]);
    }
    const wrong = [...folders]
      .filter(([folder]) => !PLUG_INS.includes(folder))
      .flatMap(([key, paths]) =>
        paths.slice(MAX_FILES).map((path) => ({ key, detail: `${path} is one file too many` })),
      );
    expectNone('folder-sizes', wrong);
  });
});
