import type { SourceFile } from './source-tree.mjs';

export interface Prose {
  kind: 'comment' | 'string';
  line: number;
  text: string;
}

export function readProse(file: Pick<SourceFile, 'path' | 'text'>): Prose[];
