import { readFileSync } from 'node:fs';

// The words that a term of the field replaces. Set to true when tests/architecture/allowed/retired-words.json is empty.
const ARE_RETIRED_WORDS_FORBIDDEN = false;

const retiredWords = JSON.parse(
  readFileSync(new URL('tests/architecture/retired-words.json', import.meta.url), 'utf8'),
);

export default {
  version: '0.2',
  language: 'en-US',
  files: [
    'src/**/*.ts',
    'tests/**/*.{ts,mjs}',
    'scripts/*.mjs',
    'schema/**/*.sql',
    'docs/**/*.md',
    '*.{md,js,mjs,ts}',
    '.env.example',
  ],
  ignorePaths: ['tests/fixtures/**', 'LICENSE', 'cspell.config.mjs'],
  dictionaries: [
    'softwareTerms',
    'node',
    'npm',
    'networking-terms',
    'companies',
    'technical',
    'remaining',
  ],
  dictionaryDefinitions: [
    // Names of products, protocols, commands and packages.
    { name: 'technical', path: './.cspell/technical-words.txt' },
    // Words to replace: British spellings and words of no dictionary. Remove it when the file is empty.
    { name: 'remaining', path: './.cspell/remaining-words.txt' },
  ],
  flagWords: ARE_RETIRED_WORDS_FORBIDDEN ? retiredWords : [],
  ignoreRegExpList: [
    // Names on the wire and in stored data.
    '\\b(judged_by|not_judged|looked_at|no_way_back)\\b',
    // Escapes in strings join the next word otherwise.
    '\\\\(x[0-9a-f]{2}|u[0-9a-f]{4}|[nrtbfv0])',
    // Keys, hashes and bytes.
    '[A-Za-z0-9+/=_-]{40,}',
    '\\b[0-9a-f]{6,}\\b',
  ],
};
