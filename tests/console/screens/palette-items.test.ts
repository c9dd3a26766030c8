import { describe, expect, it } from 'vitest';
import {
  actionItems,
  actionText,
  screenItems,
  vulnerabilityItems,
} from '../../../src/console/app/palette/palette-items.js';

const SCREENS = [
  { path: '', title: 'Overview' },
  { path: 'hosts', title: 'Hosts' },
  { path: 'hosts/:id', title: 'Host' },
  { path: 'sign-in', title: 'Sign in' },
];

const ACTIONS = [
  { text: 'New template', isOfRow: false },
  { text: 'Run nightly', isOfRow: true },
  { text: 'Run weekly', isOfRow: true },
  { text: 'New template', isOfRow: false },
].map((action) => ({ ...action, reason: null, run: () => undefined }));

describe('the palette', () => {
  it.each([
    ['', ['New template']],
    ['run', ['Run nightly', 'Run weekly']],
    [' NIGHT  run ', ['Run nightly']],
    ['stop', []],
  ])('the text "%s" finds the actions %j', (text, names) => {
    expect(actionItems(ACTIONS, text).map((item) => item.text)).toEqual(names);
  });

  it.each([
    ['Stop', null, 'Stop'],
    ['Test', 'lab', 'Test: lab'],
    ['Test', '', 'Test'],
    ['Run nightly', 'nightly', 'Run nightly'],
  ])('the button "%s" of the row %j is called "%s"', (words, name, text) => {
    expect(actionText(words, name)).toBe(text);
  });

  it.each([
    ['', ['', 'hosts']],
    [' OVER ', ['']],
    ['host', ['hosts']],
    ['sign', []],
  ])('the text "%s" finds the screens %j', (text, paths) => {
    expect(screenItems(SCREENS, text).map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['cve-2024-1', ['vulnerabilities/CVE-2024-1']],
    [' GHSA-xvch-5gv4-984h ', ['vulnerabilities/GHSA-xvch-5gv4-984h']],
    ['DSA-5532-1', ['vulnerabilities/DSA-5532-1']],
    ['../x-1', []],
    ['cve-', []],
    ['web-1', []],
    ['CVE-2024-1 <b>', []],
  ])('the text "%s" finds the vulnerabilities %j', (text, paths) => {
    expect(vulnerabilityItems(text).map(({ path }) => path)).toEqual(paths);
  });
});
