// Questions about the imports and exports of a source tree.

/** Groups of files that import each other, each group once. `isCounted` chooses the imports. */
export function findCycles(files, isCounted = () => true) {
  const targets = new Map(
    files.map((file) => [
      file.path,
      file.imports.filter((i) => isCounted(file, i)).map((i) => i.target),
    ]),
  );
  const state = { index: new Map(), low: new Map(), stack: [], cycles: [] };
  for (const path of targets.keys()) {
    if (!state.index.has(path)) connect(path, targets, state);
  }
  return state.cycles.map((cycle) => cycle.sort()).sort();
}

/** Tarjan's algorithm: strongly connected components of more than one file. */
function connect(path, targets, state) {
  const { index, low, stack, cycles } = state;
  index.set(path, index.size);
  low.set(path, index.get(path));
  stack.push(path);
  for (const target of targets.get(path) ?? []) {
    if (!targets.has(target)) continue;
    if (!index.has(target)) {
      connect(target, targets, state);
      low.set(path, Math.min(low.get(path), low.get(target)));
    } else if (stack.includes(target)) {
      low.set(path, Math.min(low.get(path), index.get(target)));
    }
  }
  if (low.get(path) !== index.get(path)) return;
  const component = stack.splice(stack.indexOf(path));
  if (component.length > 1) cycles.push(component);
}

/** Maps each exported name to the files that export it. */
export function exportingFiles(files) {
  const byName = new Map();
  for (const { path, exports } of files) {
    for (const name of new Set(exports.map((e) => e.name))) {
      byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  return byName;
}

/** Exports of `src` that no other file imports; `importers` are the files whose imports count. */
export function unusedExports(files, importers = files) {
  const used = new Set();
  for (const { path, imports } of importers) {
    for (const { target, names } of imports) {
      if (target !== path) for (const name of names) used.add(`${target}:${name}`);
    }
  }
  return files.flatMap(({ path, exports }) =>
    exports
      .filter(({ name }) => !used.has(`${path}:${name}`) && !used.has(`${path}:*`))
      .map(({ name, isInternal }) => ({ path, name, isInternal })),
  );
}

/** Files that import each file, type imports included. */
export function importersOf(files) {
  const importers = new Map(files.map((file) => [file.path, new Set()]));
  for (const { path, imports } of files) {
    for (const { target } of imports) importers.get(target)?.add(path);
  }
  return importers;
}
