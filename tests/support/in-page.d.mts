export function findNarrow(options: { least: number }): string[];
export function describeHiddenFocus(): string | null;
export function noteRepeatedSpeech(): void;
export function isFocused(element: unknown): boolean;
export function hasMotion(): boolean;
export function findUnprintable(): string[];
export function styleOf(element: unknown, property: string): string;

interface ShownList {
  rows: string[];
  sorted: string;
  pager: string;
  choices: string[];
}
export function readTimes(times: unknown[]): string[];
export function readList(): ShownList;
