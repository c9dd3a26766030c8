import words from './retired-words.json' with { type: 'json' };

const wordPattern = (word: string): RegExp => new RegExp(String.raw`\b${word}\b`, 'gi');

/**
 * Words that a term of the field replaces: `docs/glossary.md`. The spelling check forbids the same list. Names on the
 * wire such as `judged_by` are not words of their own here.
 */
export const RETIRED_WORDS = words.map(wordPattern);

/** Phrases, and words that are retired in some uses only. */
export const RETIRED_IDIOMS = [
  /\bin force\b/gi,
  /\bpass(?:ed|es|ing)? over\b/gi,
  /\bput(?:s|ting)? (?:aside|back)\b/gi,
  /\bset(?:s|ting)? aside\b/gi,
  /\bat hand\b/gi,
  /\b(?:under|on the|on its|on their) way\b/gi,
  /\bno way back\b/gi,
  /\b(?:by itself|by themselves|of (?:its|their) own)\b/gi,
  /\bdata folder\b/gi,
  /\blog-ins?\b/gi,
  /\b(?:gone|went|came)\b/g,
  /\b(?:(?:stands|stood)\b(?! for\b)|(?:lies|lay)\b)/gi,
  /\bis none\b/gi,
  /\b(?:so many|at the most|for ever|but for)\b/gi,
  /\b(?:worth nothing|of no use)\b/gi,
  /\bhand(?:ed|s|ing)? (?:over|on)\b/gi,
  /\b(?:goes|go|going|went|gone) on\b/gi,
  /\b(?:a|its|their|in) turn\b/gi,
  /\blook(?:ed|s|ing)? at\b/gi,
  /\bwish(?:es|ed)?\b/gi,
  /(?:^|[.;:] )(?:What|Of which|Of whom)\b(?![^.]*\?)/g,
  /(?:^|[.;:] )Gives\b/g,
  /\b(?:the house|has no room|no room for|rooms without)\b/gi,
];
