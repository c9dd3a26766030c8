export interface SourceImport {
  /** path of the imported file, relative to the root */
  target: string;
  /** imported names; `*` for a namespace or an `import()` */
  names: string[];
  isTypeOnly: boolean;
}

export interface SourceExport {
  name: string;
  line: number;
  /** tagged `@internal`: exported for tests only */
  isInternal: boolean;
}

export interface SqlUse {
  /** SQL in a string, in an `sql` template, or a call that prepares or builds a statement */
  kind: 'text' | 'tag' | 'call';
  line: number;
  /** the SQL, or the name of the called method */
  text: string;
  /** tables that the statement writes */
  writes: string[];
}

export interface SourceFile {
  /** relative to the root */
  path: string;
  text: string;
  lineCount: number;
  imports: SourceImport[];
  exports: SourceExport[];
  sql: SqlUse[];
  identifiers: Set<string>;
}

export function readSourceTree(root: string, folders?: string[]): SourceFile[];
export function listFiles(root: string, folder: string): string[];
export function parseFile(path: string, text: string): SourceFile;
