// Reads the source files of a checkout: imports, exports and SQL of each file.
// The architecture tests and the scripts beside this file use it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

const EXTENSION = /(?<!\.d)\.(tsx?|mjs)$/;
const SKIPPED = /(^|\/)(fixtures|node_modules|bin)\//;

export const SQL_STATEMENT =
  /^\s*(?:(?:--[^\n]*|\/\*[^]*?\*\/)\s*)*(?:SELECT|INSERT (?:INTO|OR)|UPDATE|DELETE FROM|REPLACE INTO|WITH (?:RECURSIVE )?\w+|CREATE (?:TEMP|TABLE|UNIQUE|INDEX|TRIGGER|VIEW)|DROP (?:TABLE|INDEX|VIEW)|ALTER TABLE|ATTACH|DETACH|VACUUM|ANALYZE|PRAGMA)\b/;
export const SQL_FRAGMENT =
  /^\s*(?:WHERE|AND|OR|FROM|JOIN|LEFT JOIN|CROSS JOIN|ORDER BY|GROUP BY|EXISTS|NOT EXISTS|UNION|ON CONFLICT|RETURNING|LIMIT|VALUES)\b *[\w(?@:`"$]/;
const KYSELY_READ = new Set(['selectFrom']);
const KYSELY_WRITE = new Set([
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
]);
const SQL_WRITE =
  /\b(?:INSERT (?:OR \w+ )?INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+(?!SET\b)(?:\w+\.)?(\w+)/g;

/** Reads the TypeScript and .mjs files of the folders, without fixtures. Paths are relative to the root. */
export function readSourceTree(root, folders = ['src', 'tests']) {
  const files = folders.flatMap((folder) =>
    listFiles(root, folder)
      .filter((path) => EXTENSION.test(path))
      .map((path) => parseFile(path, readFileSync(join(root, path), 'utf8'))),
  );
  return withComponents(files);
}

/** Imports name the compiled file, which may be of a `.tsx`. */
function withComponents(files) {
  const components = new Set(files.map(({ path }) => path).filter((path) => path.endsWith('.tsx')));
  const toTarget = (target) => (components.has(`${target}x`) ? `${target}x` : target);
  return files.map((file) => ({
    ...file,
    imports: file.imports.map((found) => ({ ...found, target: toTarget(found.target) })),
  }));
}

/** Lists the files below a folder, sorted, without fixtures. */
export function listFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(root.length).replace(/^\//, ''), entry.name))
    .filter((path) => !SKIPPED.test(path))
    .sort();
}

/** Returns the imports, exports and SQL of one file. */
export function parseFile(path, text) {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const file = {
    path,
    text,
    lineCount: countLines(text),
    imports: [],
    exports: [],
    sql: [],
    identifiers: new Set(),
  };
  const lineOf = (node) => ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1;
  for (const statement of ast.statements) {
    readImport(file, statement);
    readExports(file, statement, ast, lineOf);
  }
  walk(ast, (node) => {
    if (ts.isIdentifier(node)) file.identifiers.add(node.text);
    readNestedImport(file, node);
    readSql(file, node, lineOf);
  });
  return file;
}

/** Visits a node and all nodes below it. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

const countLines = (text) =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Resolves a relative specifier to the path of its source file. Scripts import the compiled files: `dist` is `src`. */
function resolve(path, specifier) {
  const target = posix.join(dirname(path), specifier);
  const compiled = /^dist\/(.*)\.js$/.exec(target);
  if (compiled) return `src/${compiled[1]}.ts`;
  return target.replace(/\.js$/, '.ts');
}

function readImport(file, statement) {
  if (ts.isImportDeclaration(statement)) {
    const { text } = statement.moduleSpecifier;
    if (!text.startsWith('.')) return;
    const clause = statement.importClause;
    const bindings = clause?.namedBindings;
    const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    const names = elements.map((element) => (element.propertyName ?? element.name).text);
    if (clause?.name) names.push('default');
    const isNamespace = bindings !== undefined && ts.isNamespaceImport(bindings);
    const isTypeOnly =
      clause?.isTypeOnly === true ||
      (clause?.name === undefined &&
        elements.length > 0 &&
        elements.every((element) => element.isTypeOnly));
    file.imports.push({
      target: resolve(file.path, text),
      names: isNamespace ? ['*'] : names,
      isTypeOnly,
    });
  }
  if (ts.isExportDeclaration(statement) && statement.moduleSpecifier?.text.startsWith('.')) {
    const elements = statement.exportClause?.elements;
    file.imports.push({
      target: resolve(file.path, statement.moduleSpecifier.text),
      names: elements?.map((element) => (element.propertyName ?? element.name).text) ?? ['*'],
      isTypeOnly: statement.isTypeOnly,
    });
  }
}

/** `import('./x.js')`, as an expression and as a type. */
function readNestedImport(file, node) {
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const argument = isCall ? node.arguments[0] : undefined;
  if (argument && ts.isStringLiteralLike(argument) && argument.text.startsWith('.')) {
    file.imports.push({
      target: resolve(file.path, argument.text),
      names: ['*'],
      isTypeOnly: false,
    });
  }
  if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) return;
  const { text } = node.argument.literal;
  if (text.startsWith('.')) {
    file.imports.push({ target: resolve(file.path, text), names: ['*'], isTypeOnly: true });
  }
}

function readExports(file, statement, ast, lineOf) {
  const isInternal = ts.getJSDocTags(statement).some((tag) => tag.tagName.text === 'internal');
  const add = (name) => file.exports.push({ name, line: lineOf(statement), isInternal });
  if (ts.isExportDeclaration(statement)) {
    for (const element of statement.exportClause?.elements ?? []) add(element.name.text);
    return;
  }
  if (ts.isExportAssignment(statement)) {
    add('default');
    return;
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) return;
  if (modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)) {
    add('default');
    return;
  }
  if (ts.isVariableStatement(statement)) {
    const declarations = statement.declarationList.declarations;
    for (const name of declarations.flatMap((declaration) => boundNames(declaration.name)))
      add(name);
    return;
  }
  if (statement.name) add(statement.name.text);
}

const boundNames = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (element.name ? boundNames(element.name) : []));

/** The text of a string or template; each `${…}` of a template is a question mark. */
function literalText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ? ');
}

function readSql(file, node, lineOf) {
  const text = literalText(node);
  if (text !== undefined) {
    if (!SQL_STATEMENT.test(text) && !SQL_FRAGMENT.test(text)) return;
    const writes = [...text.matchAll(SQL_WRITE)].map(([, table]) => table);
    file.sql.push({ kind: 'text', line: lineOf(node), text, writes });
    return;
  }
  if (ts.isTaggedTemplateExpression(node)) {
    const tag = ts.isPropertyAccessExpression(node.tag) ? node.tag.expression : node.tag;
    if (!ts.isIdentifier(tag) || tag.text !== 'sql') return;
    const template = literalText(node.template) ?? '';
    const writes = [...template.matchAll(SQL_WRITE)].map(([, table]) => table);
    file.sql.push({ kind: 'tag', line: lineOf(node), text: template, writes });
    return;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const method = node.expression.name.text;
  if (method !== 'prepare' && !KYSELY_READ.has(method) && !KYSELY_WRITE.has(method)) return;
  const [argument] = node.arguments;
  const table =
    argument && ts.isStringLiteralLike(argument) ? argument.text.split(' ')[0] : undefined;
  const writes = KYSELY_WRITE.has(method) && table ? [table] : [];
  file.sql.push({ kind: 'call', line: lineOf(node), text: method, writes });
}
