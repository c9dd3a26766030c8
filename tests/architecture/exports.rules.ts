import { describe, it } from 'vitest';
import { exportingFiles } from '../../scripts/source-graph.mjs';
import { expectNone } from './violations.js';
import { SOURCES } from './source.js';

describe('exports of src', () => {
  it('every exported name is exported by one file', () => {
    const wrong = [...exportingFiles(SOURCES)].flatMap(([key, [first, ...others]]) =>
      others.map((path) => ({ key, detail: `${path} exports it, as does ${first ?? ''}` })),
    );
    expectNone('shared-names', wrong);
  });
});
