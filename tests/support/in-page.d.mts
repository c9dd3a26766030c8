export function findNarrow(): string[];
export function describeHiddenFocus(): string | null;
export function noteRepeatedSpeech(): void;
export function isFocused(element: unknown): boolean;
