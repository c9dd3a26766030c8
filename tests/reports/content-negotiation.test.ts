import { expect, it } from 'vitest';
import { negotiateFormat } from '../../src/reports/content-negotiation.js';

it.each([
  [undefined, 'json'],
  ['*/*', 'json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
  ['text/markdown;q=0.5, text/html;q=0.4', 'markdown'],
  ['image/png', 'json'],
  ['application/json;q=0, text/html;q=0.1', 'html'],
  [';;;,q=x', 'json'],
])('selects a report format for the Accept header %j: %s', (accept, expected) => {
  expect(negotiateFormat(accept)).toBe(expected);
});
