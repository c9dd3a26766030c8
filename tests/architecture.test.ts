// One test file: the rules in architecture/ share one parsed source tree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS } from '../src/config.js';
import './architecture/effects.rules.js';
import './architecture/exports.rules.js';
import './architecture/folders.rules.js';
import './architecture/imports.rules.js';
import { ROOT } from './architecture/source.js';
import './architecture/sql.rules.js';

describe('.env.example', () => {
  it('explains every setting and nothing else', () => {
    const explained = readFileSync(join(ROOT, '.env.example'), 'utf8')
      .match(/^#?[A-Z][A-Z_]+(?==)/gm)
      ?.map((k) => k.replace('#', ''));
    expect(explained?.toSorted()).toEqual([...CONFIG_KEYS].sort());
  });
});
