// cspell:ignore fffd
const ASCII = /^[ -~]*$/;
const COMBINING = /\p{M}/u;
// East Asian wide and full-width characters, and pictographs (Unicode Standard Annex 11).
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function characterWidth(character: string): number {
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Returns the columns that a text without control characters takes on a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return [...text].reduce((width, character) => width + characterWidth(character), 0);
}

/** Returns a text of at most `max` columns; an ellipsis replaces the rest. */
export function fitText(text: string, max: number): string {
  if (displayWidth(text) <= max) return text;
  let width = 1; // of the ellipsis
  let kept = '';
  for (const character of text) {
    width += characterWidth(character);
    if (width > max) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Splits a text into parts of at most `max` columns, also within words. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const character of text) {
    const added = characterWidth(character);
    if (width + added > max && part !== '') {
      parts.push(part);
      part = '';
      width = 0;
    }
    part += character;
    width += added;
  }
  return [...parts, part];
}
