import { describe, expect, it } from 'vitest';
import { findCycles } from '../../scripts/source-graph.mjs';
import { expectNone } from './violations.js';
import { CONTRACTS, GATHERING_FILES, ORDER, SHARED, WIRING } from './order.js';
import { areaOf, SOURCES } from './source.js';

const CONTEXT = 'src/context.ts';

const imports = SOURCES.flatMap((file) =>
  file.imports.map((found) => ({ path: file.path, ...found })),
);
const between = imports.filter(({ path, target }) => areaOf(path) !== areaOf(target));
const ordered = between.filter(
  ({ path, target, isTypeOnly }) =>
    !GATHERING_FILES.includes(path) &&
    !GATHERING_FILES.includes(target) &&
    !(isTypeOnly && CONTRACTS.includes(target)),
);

describe('imports of src', () => {
  it('every folder and root file of src is in the order of layers', () => {
    const areas = new Set(SOURCES.map((file) => areaOf(file.path)));
    expect([...areas].filter((area) => !ORDER.includes(area))).toEqual([]);
  });

  it('values are imported from lower layers only', () => {
    const wrong = between
      .filter((i) => !i.isTypeOnly && isUpward(i.path, i.target))
      .map(({ path, target }) => `${path} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('types are imported from lower layers only', () => {
    const wrong = ordered
      .filter(({ path, target }) => isUpward(path, target))
      .map(({ path, target }) => ({ key: areaOf(path), detail: `${path} imports ${target}` }));
    expectNone('layer-order', wrong);
  });

  it('no files import each other in a cycle, type imports included', () => {
    const cycles = findCycles(SOURCES, (file) => !GATHERING_FILES.includes(file.path));
    const wrong = cycles.map((paths) => ({
      key: areaOf(paths[0] ?? ''),
      detail: paths.join(' <-> '),
    }));
    expectNone('import-cycles', wrong);
  });

  it('no feature imports the repository of another feature', () => {
    const wrong = between
      .filter(({ target }) => /\.(repository|statements)\.ts$/.test(target))
      .map(({ path, target }) => `${path} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('the console imports nothing of the service but pure modules, and nothing imports the console', () => {
    const wrong = between
      .filter(({ path, target }) => areaOf(path) === 'console' || areaOf(target) === 'console')
      .filter(({ path, target }) => areaOf(path) !== 'console' || !SHARED.test(target))
      .map(({ path, target }) => `${path} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('a screen imports no other screen', () => {
    const screenOf = (path: string): string | undefined =>
      /^src\/console\/screens\/([^/]+)\//.exec(path)?.[1];
    const wrong = imports
      .filter(({ path, target }) => screenOf(path) !== undefined && screenOf(target) !== undefined)
      .filter(({ path, target }) => screenOf(path) !== screenOf(target))
      .map(({ path, target }) => `${path} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('only routes and wiring import the context', () => {
    const wrong = imports
      .filter(({ path, target }) => target === CONTEXT && !WIRING.test(path))
      .map(({ path }) => ({ key: areaOf(path), detail: `${path} imports ${CONTEXT}` }));
    expectNone('context-imports', wrong);
  });
});

function isUpward(path: string, target: string): boolean {
  return ORDER.indexOf(areaOf(target)) < ORDER.indexOf(areaOf(path));
}
