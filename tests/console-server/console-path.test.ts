import { describe, expect, it } from 'vitest';
import { acceptsHtml, consolePath } from '../../src/console-server/console-path.js';

describe('consolePath', () => {
  it.each([
    ['/ui', { kind: 'folder' }],
    ['/ui?x=1', { kind: 'folder' }],
    ['/ui/', { kind: 'page', depth: 0 }],
    ['/ui/hosts?q=/', { kind: 'page', depth: 0 }],
    ['/ui/hosts/3', { kind: 'page', depth: 1 }],
    ['/ui/hosts/', { kind: 'page', depth: 1 }],
    ['/ui/vulnerabilities/ssh.weak%2F1', { kind: 'page', depth: 1 }],
    ['/ui/a/index-1.js', { kind: 'asset', name: 'index-1.js' }],
    ['/ui/a/../index.html', { kind: 'asset', name: '' }],
    ['/ui/a/x/y.js', { kind: 'asset', name: '' }],
    ['/ui/missing.js', { kind: 'asset', name: '' }],
  ])('%s', (url, expected) => {
    expect(consolePath(url)).toEqual(expected);
  });
});

describe('acceptsHtml', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['text/html,application/xhtml+xml', true],
    ['application/json, text/html;q=0.9', true],
  ])('%j: %j', (accept, expected) => {
    expect(acceptsHtml(accept)).toBe(expected);
  });
});
