import { readFileSync } from 'node:fs';

// The words that a term of the field replaces.
const retiredWords = JSON.parse(
  readFileSync(new URL('tests/architecture/retired-words.json', import.meta.url), 'utf8'),
);

export default {
  version: '0.2',
  language: 'en-US',
  files: [
    'src/**/*.{ts,tsx,css,html}',
    'tests/**/*.{ts,mjs}',
    'scripts/*.mjs',
    'schema/**/*.sql',
    'docs/**/*.md',
    '*.{md,js,mjs,ts}',
    '.env.example',
  ],
  ignorePaths: ['tests/fixtures/**', 'src/console/api/schema.d.ts', 'LICENSE', 'cspell.config.mjs'],
  dictionaries: ['softwareTerms', 'node', 'npm', 'networking-terms', 'companies', 'technical'],
  dictionaryDefinitions: [
    // Names of products, protocols, commands and packages.
    { name: 'technical', path: './.cspell/technical-words.txt' },
  ],
  flagWords: retiredWords,
  ignoreRegExpList: [
    // Names on the wire and in stored data.
    '\\b(judged_by|not_judged|judging|licence|no_way_back)\\b',
    // Escapes in strings join the next word otherwise.
    '\\\\(x[0-9a-f]{2}|u[0-9a-f]{4}|[nrtbfv0])',
    // Keys, hashes and bytes.
    '[A-Za-z0-9+/=_-]{40,}',
    '\\b[0-9a-f]{6,}\\b',
  ],
  overrides: [
    // The table of replacements has the retired words as code.
    { filename: 'docs/glossary.md', ignoreRegExpList: ['`[^`\\n]*`'] },
  ],
};
