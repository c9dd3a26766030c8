// The comments and sentences of a TypeScript or JavaScript file.
import ts from 'typescript';
import { SQL_FRAGMENT, SQL_STATEMENT, walk } from './source-tree.mjs';

/**
 * The comments of a file, and its strings that are sentences: those with a space that are not SQL.
 * Returns the line and the text of each.
 */
export function readProse({ path, text }) {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const lineAt = (position) => ast.getLineAndCharacterOfPosition(position).line + 1;
  const literals = [];
  walk(ast, (node) => {
    if (!isLiteralToken(node)) return;
    literals.push({ start: node.getStart(ast), end: node.end, node });
  });
  literals.sort((a, b) => a.start - b.start);
  const strings = literals
    .filter(({ node }) => isSentence(node))
    .map(({ start, node }) => ({ kind: 'string', line: lineAt(start), text: node.text }));
  const comments = findComments(text, literals).map(({ start, text: comment }) => ({
    kind: 'comment',
    line: lineAt(start),
    text: comment,
  }));
  return [...comments, ...strings];
}

const isLiteralToken = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node);

const isSentence = (node) =>
  !ts.isRegularExpressionLiteral(node) &&
  /[a-z] [a-z]/i.test(node.text) &&
  !SQL_STATEMENT.test(node.text) &&
  !SQL_FRAGMENT.test(node.text);

/** Comments are searched between the literals, so that `//` in a string does not start one. */
function findComments(text, literals) {
  const comments = [];
  const pattern = /\/\/.*|\/\*[^]*?\*\//g;
  let next = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    while (next < literals.length && literals[next].end <= match.index) next += 1;
    const literal = literals[next];
    if (literal !== undefined && literal.start <= match.index) {
      pattern.lastIndex = literal.end;
      continue;
    }
    const body = match[0].replace(/^\/[/*]+|\*\/$/g, '').replace(/\n\s*\*/g, '\n');
    comments.push({ start: match.index, text: body.trim() });
  }
  return comments;
}
