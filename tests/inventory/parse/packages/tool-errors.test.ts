import { describe, expect, it } from 'vitest';
import { parseToolErrors } from '../../../../src/inventory/parse/packages/tool-errors.js';

describe('what a package manager writes beside its list', () => {
  it.each([
    'error: rpmdbNextIterator: skipping h#     323 \nHeader V3 RSA/SHA1 Signature, key ID 0000abcd: BAD\n',
    'error: rpmdb: damaged header #12 retrieved -- skipping.\n',
    'warning: rpmdb: damaged header #12 retrieved -- skipping.\n',
    'warning: cache written\nrpmdb: BDB0060 PANIC: fatal region error detected; run recovery\n',
    'error: cannot open Name index using sqlite\n',
    'Header SHA256 digest: BAD (Expected 00 != 11)\n',
    'a line of an unknown kind\n',
  ])('makes the list incomplete: %j', (text) => {
    const parsed = parseToolErrors(text);
    expect(parsed.value).toBe(true);
    expect(parsed.warnings).toEqual([
      expect.stringMatching(/^the package list may lack packages: \S/),
    ]);
  });

  it.each([
    '',
    '\n \n',
    'warning: Found SQLITE rpmdb.sqlite database while attempting bdb backend: using sqlite backend.\n',
    'rpm: warning: Generating 12 missing index(es), please wait...\n',
    "ERROR: ld.so: object '/usr/lib/none.so' from LD_PRELOAD cannot be preloaded: ignored.\n",
  ])('says nothing about the list: %j', (text) => {
    expect(parseToolErrors(text)).toEqual({ value: false, warnings: [] });
  });

  it('is quoted without control characters, up to a length', () => {
    const [warning = ''] = parseToolErrors(`error: \u001b[31m${'x'.repeat(5000)}`).warnings;
    expect(warning).not.toContain('\u001b');
    expect(warning.length).toBeLessThan(300);
  });
});
