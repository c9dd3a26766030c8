/** Longest line in characters. The formatter breaks code at 100; this limits what it cannot break. */
export const MAX_LINE = 120;

const URL_TEXT = /https?:\/\/[^\s'"`<>)]+/g;
const SQL_FILE = /\.(?:statements|repository|json)\.ts$|^src\/database\//;
/** In a file of SQL, one word suffices; elsewhere the line holds a statement or its main clause. */
const SQL_WORD =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|WHERE|VALUES|CONFLICT|CASE|WHEN|AND|OR|EXISTS|UNION|ORDER BY)\b|excluded\.|\bsql`/;
const SQL_STATEMENT =
  /\b(?:SELECT .+ FROM|INSERT (?:OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|TRIGGER)|FROM \w+ .*JOIN|VALUES \(|WITH RECURSIVE)/;
const PATTERN_ALONE = /^\s*\/(?![/*]).+\/[a-z]*[,;)]*$/;
const ENCODED = /[A-Za-z0-9+/=]{80,}/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * Returns why a line may be longer, or null: it is a line of SQL, a pattern alone on its line, or holds encoded
 * bytes, or it is short enough without its URLs.
 */
function exemption(path: string, line: string): string | null {
  if (line.replace(URL_TEXT, '').length <= MAX_LINE) return 'URL';
  if (SQL_FILE.test(path) ? SQL_WORD.test(line) : SQL_STATEMENT.test(line)) return 'SQL';
  if (PATTERN_ALONE.test(line)) return 'regular expression';
  return ENCODED.test(line) ? 'encoded bytes' : null;
}

interface LongLine {
  path: string;
  line: number;
  exemption: string | null;
}

/** Returns the lines of a file that are longer than MAX_LINE. Tables and code blocks of Markdown have none. */
export function longLines(path: string, text: string): LongLine[] {
  const isMarkdown = path.endsWith('.md');
  const found: LongLine[] = [];
  let isFenced = false;
  for (const [i, line] of text.split('\n').entries()) {
    if (isMarkdown && FENCE.test(line)) isFenced = !isFenced;
    const isTable = isMarkdown && /^\s*\|/.test(line);
    if (line.length > MAX_LINE && !isFenced && !isTable)
      found.push({ path, line: i + 1, exemption: exemption(path, line) });
  }
  return found;
}
