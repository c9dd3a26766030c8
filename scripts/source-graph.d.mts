import type { SourceFile, SourceImport } from './source-tree.mjs';

export function findCycles(
  files: readonly SourceFile[],
  isCounted?: (file: SourceFile, found: SourceImport) => boolean,
): string[][];
export function exportingFiles(files: readonly SourceFile[]): Map<string, string[]>;
export function unusedExports(
  files: readonly SourceFile[],
  importers?: readonly SourceFile[],
): { path: string; name: string; isInternal: boolean }[];
export function importersOf(files: readonly SourceFile[]): Map<string, Set<string>>;
