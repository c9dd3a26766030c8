import { parseJsonText } from '../../lib/json.js';
import { field, lines } from './text.js';

export type JsonObject = Partial<Record<string, unknown>>;

const MAX_LINE_LENGTH = 65_536;

/** Yields the object of each line that is not empty; null for a line that is not a JSON object. */
export function* jsonLines(section: string): Generator<JsonObject | null> {
  for (const line of lines(section.replace(/^\ufeff/, ''))) {
    if (line.trim() !== '') yield parseJsonObject(line);
  }
}

/** Parses a JSON object; null for anything else. */
export function parseJsonObject(line: string): JsonObject | null {
  if (line.length > MAX_LINE_LENGTH || !line.startsWith('{')) return null;
  try {
    const value: unknown = parseJsonText(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns a string or number as a clean field; null for anything else. */
export function jsonText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? field(String(value)) : null;
}
