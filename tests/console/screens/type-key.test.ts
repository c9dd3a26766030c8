import { expect, it } from 'vitest';
import { typeKey } from '../../../src/console/app/palette/type-key.js';

it.each([
  ['', 'r', 'r'],
  ['ru', 'Enter', 'ru'],
  ['ru', 'Shift', 'ru'],
  ['ru', 'ü', 'ruü'],
  ['a', '😀', 'a😀'],
  ['run', 'Backspace', 'ru'],
  ['', 'Backspace', ''],
])('%j, and then the key %s: %j', (text, key, typed) => {
  expect(typeKey(text, key)).toBe(typed);
});
