import { describe, it } from 'vitest';
import { exportingFiles } from '../../scripts/source-graph.mjs';
import { expectNone } from './violations.js';
import { SOURCES } from './source.js';

/** The console is another program: its names may be those of the service. Its screens are default exports. */
const isConsole = ({ path }: { path: string }): boolean => path.startsWith('src/console/');
const SERVICE = SOURCES.filter((file) => !isConsole(file));
const CONSOLE = SOURCES.filter((file) => isConsole(file) && !file.path.endsWith('.screen.tsx'));

describe('exports of src', () => {
  it('every exported name is exported by one file', () => {
    const wrong = [SERVICE, CONSOLE]
      .flatMap((files) => [...exportingFiles(files)])
      .flatMap(([key, [first, ...others]]) =>
        others.map((path) => ({ key, detail: `${path} exports it, as does ${first ?? ''}` })),
      );
    expectNone('shared-names', wrong);
  });
});
