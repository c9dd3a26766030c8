export function findNarrow(options: { least: number }): string[];
export function describeHiddenFocus(): string | null;
export function noteRepeatedSpeech(): void;
export function isFocused(element: unknown): boolean;
export function hasMotion(): boolean;

interface ShownList {
  rows: string[];
  sorted: string;
  pager: string;
  choices: string[];
}
export function readList(): ShownList;
